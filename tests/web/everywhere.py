"""The page of games, the pages that pages.lua has made and the manual in all browsers of drive.py,
at both sizes, light and dark: nothing is wider than the window, nothing is said at the console,
and one whole game of each of the four is played.

everywhere.py SITE PAGES [BROWSER...]"""

import os
import sys

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
    return getattr(drive, browser)(dark), size == drive.PHONE


def check_pages(page, folder):
    names = [os.path.relpath(os.path.join(path, name), folder) for path, _, names in os.walk(folder)
             for name in sorted(names) if name.endswith(".html")]
    assert len(names) > 10
    for name in names:
        page.show(name + "#g1p9")
        assert page.wide() <= 0, name
    page.show(names[0])


def check(browser, size, dark, site, folder):
    driver, framed = start(browser, size, dark)
    server, pages = drive.Server(site), drive.Server(folder)
    try:
        page = drive.Page(driver, server.url, framed)
        for screen in SCREENS:
            page.open(screen)
            assert page.wide() <= 0, screen
        for game in GAMES:
            play.check_whole_game(page, game)
            assert page.wide() <= 0, game
        check_pages(drive.Page(driver, pages.url, framed), folder)
        said = driver.said()
        assert not said, said
    finally:
        driver.quit()


def main():
    for browser in sys.argv[3:] or ("chromium", "firefox", "webkit"):
        for size in (drive.DESK, drive.PHONE):
            for dark in (False, True):
                check(browser, size, dark, *sys.argv[1:3])
                print(browser, *size, "dark" if dark else "light", flush=True)


main()
