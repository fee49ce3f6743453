"""The page of games, the pages that pages.lua has made and the manual in all browsers of drive.py,
on a desk and on a phone: nothing is wider than the window, nothing is said at the console, and a
move is answered. With --whole a whole game of each of the four is played, light and dark.

everywhere.py SITE PAGES [--whole]"""

import os
import sys

from selenium.webdriver.common.keys import Keys

import drive
import play

GAMES = ("mixtour?", "losetas?", "blokus?set=variant=duo&set=players=2",
         "qwirkle?set=colours=4&set=copies=1")
SCREENS = ("", "#mixtour?players=human+1&seed=1", "#hex?players=human+1", "#crowns?players=human+1",
           "#losetas?players=human+human&seed=2", "#blokus?players=human+1+1+1&seed=2")


def start(browser, size, dark):
    """A driver, and whether a phone is a frame in it."""
    if browser == "chromium":
        return drive.chromium(size, dark), False
    driver = getattr(drive, browser)(dark)
    if size == drive.PHONE:
        driver.set_window_rect(width=drive.DESK[0], height=1000) # all of the frame is seen
    return driver, size == drive.PHONE


def check_pages(page, folder):
    names = [os.path.relpath(os.path.join(path, name), folder) for path, _, names in os.walk(folder)
             for name in sorted(names) if name.endswith(".html")]
    assert len(names) > 10
    for name in names:
        page.show(name + "#g1p9")
        assert page.wide() <= 0, name
    page.show(names[0])


def check_move(page):
    page.open("#mixtour?players=human+1&seed=1")
    page.one("#move").send_keys("b2" + Keys.ENTER)
    page.until("an answer", "document.querySelectorAll('#moves button').length === 2")


def check(browser, size, dark, whole, site, folder):
    driver, framed = start(browser, size, dark)
    server, pages = drive.Server(site), drive.Server(folder)
    try:
        page = drive.Page(driver, server.url, framed)
        for screen in SCREENS:
            page.open(screen)
            assert page.wide() <= 0, screen
        check_move(page)
        for game in GAMES if whole else ():
            play.check_whole_game(page, game)
            assert page.wide() <= 0, game
        check_pages(drive.Page(driver, pages.url, framed), folder)
        said = driver.said()
        assert not said, said
    finally:
        driver.quit()


def main():
    whole = "--whole" in sys.argv
    looks = [(size, dark) for size in (drive.DESK, drive.PHONE) for dark in (False, True)
             if whole or dark == (size == drive.PHONE)]
    for browser in ("chromium", "firefox", "webkit"):
        for size, dark in looks:
            check(browser, size, dark, whole, *sys.argv[1:3])
            print(browser, *size, "dark" if dark else "light", flush=True)


main()
