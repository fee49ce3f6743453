"""Plays in the page of games in Chromium: whole games by clicks against a bot, by keys, by
touch; a variant, links, records, notes, analyses and the prompt. What came of a game is held
against the program. Waits for conditions, never for a time.

play.py SITE: the folder with the page, which is served from a path of its own."""

import base64
import functools
import http.server
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import urllib.parse

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PATH = "/some/where/"
pictures = os.environ.get("TESELA_PICTURES")
holder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
folder = holder.name

VARIANT = """-- five.lua
local tesela = require "tesela"
return tesela.derive("mixtour", { name = "five", title = "Five </pre><img src=x>",
  options = { win_score = 5 } })
"""


# What has been chosen so far, and what can be next.
CHOICE = """document.getElementById("things").innerHTML +
[...document.querySelectorAll(".cell.can, .cell.chosen")].map(each => each.dataset.cell) +
document.querySelectorAll(".placed svg").length +
document.getElementById("moves").textContent + document.querySelector("dialog[open]")"""


def serve(site):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path):
            assert path.startswith(PATH), path
            return super().translate_path("/" + path[len(PATH):])

        def log_message(self, *_):
            pass

    handler = functools.partial(Handler, directory=site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d%s" % (server.server_port, PATH)


def start(width, height, dark=False):
    options = Options()
    options.binary_location = os.environ["CHROMIUM"]
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu",
                 "--disable-dev-shm-usage", "--user-data-dir=%s/%d" % (folder, width)):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(os.environ["CHROMEDRIVER"]), options=options)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", {
        "behavior": "allow", "downloadPath": folder})
    return driver


class Page:
    """The page as somebody sees it who uses it."""

    def __init__(self, driver, url):
        self.driver, self.url = driver, url

    def run(self, script, *values):
        return self.driver.execute_script(script, *values)

    def until(self, what, script, *values):
        try:
            WebDriverWait(self.driver, 120).until(lambda _: self.run("return " + script, *values))
        except Exception:
            raise AssertionError("%s: %s; the page says: %s" % (
                what, script, self.run("return document.body.innerText"))) from None

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def idle(self):
        self.until("nothing goes on", "document.getElementById('work').hidden")

    def open(self, fragment="", asked=False):
        self.driver.get("about:blank")
        self.driver.get(self.url + fragment)
        if not asked:
            self.until("ready", "document.body.dataset.ready === 'yes'")
            self.idle()

    def click(self, selector):
        self.one(selector).click()

    def moves(self):
        return self.run("return [...document.querySelectorAll('#moves button')]"
                        ".map(each => each.textContent)")

    def address(self):
        """The game of the address: its name and its fields."""
        name, _, query = self.run("return location.hash").lstrip("#").partition("?")
        return name, urllib.parse.parse_qs(query)

    def picture(self, name):
        if pictures:
            shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {})
            with open(os.path.join(pictures, name + ".png"), "wb") as file:
                file.write(base64.b64decode(shot["data"]))

    def turn(self):
        """Waits until somebody is to move, or the game is over: then false."""
        self.until("a turn", "document.getElementById('work').hidden && "
                   "document.querySelector('dialog[open]') === null && "
                   "!document.getElementById('replay').hidden && (!document.getElementById('type').hidden || "
                   "!document.getElementById('again').hidden)")
        return self.run("return document.getElementById('again').hidden")

    def point(self, chance):
        """One click on the way to a move: what plays it, a cell, or a thing."""
        for selector in ("#things .play", ".cell.can", "#things button:not(.act)"):
            found = self.driver.find_elements(By.CSS_SELECTOR, selector)
            if found:
                before = self.run("return " + CHOICE)
                chance.choice(found).click()
                self.until("a click counts", "document.getElementById('work').hidden && "
                           "(%s) !== arguments[0]" % CHOICE, before)
                return
        raise AssertionError("nothing can be chosen: " + self.text("#say"))


def native(page):
    """What the program says of the game in the address."""
    name, fields = page.address()
    words = [os.environ["TESELA"], "result", name, "--seed", fields["seed"][0],
             "--moves", fields.get("moves", [""])[0]]
    for option in fields.get("set", []):
        words += ["--set", option]
    return json.loads(subprocess.run(words, check=True, capture_output=True).stdout)


def check_whole_game(page, game):
    page.open("#" + game + "&players=human+1&seed=7")
    assert page.run("return location.hash").startswith("#" + game.partition("?")[0])
    chance = random.Random(1)
    while page.turn():
        page.point(chance)
    assert "The game is over" in page.text("#news"), page.text("#news")
    result = native(page)
    assert result["over"] and len(page.moves()) > 5, result
    page.picture("over-" + game.partition("?")[0])


def check_choosing(page):
    """A game is chosen, with an option; a wrong move; undo; a hint; a reload."""
    page.open("#no_game?players=human+1")
    assert "no_game" in page.text("#error")
    assert not page.run("return document.getElementById('choose').hidden")
    for wrong, why in (("#mixtour?note=hello", "a ply in 0..0, got hello"),
                       ("#mixtour?players=human+x", "a level in 1..9"),
                       ("#mixtour?seed=x", "seed: expected"), ("#%", "there is no game %"),
                       ("#mixtour?set=win_score", "win_score")):
        page.open(wrong)
        assert why in page.text("#error"), (wrong, page.text("#error"))
        assert not page.run("return document.getElementById('choose').hidden"), wrong
    page.open()
    page.picture("games")
    page.click("[data-game=mixtour]")
    page.until("asked", "document.getElementById('setup').open")
    page.click("#setup summary")
    field = page.one("#option-win_score")
    field.clear()
    field.send_keys("3")
    page.picture("options")
    page.click("#begin")
    page.turn()
    assert page.address()[1]["set"] == ["win_score=3"], page.address()
    field = page.one("#move")
    field.send_keys("b9", Keys.ENTER)
    page.until("the reason", "document.getElementById('error').textContent.includes('not a cell')")
    assert field.get_attribute("value") == "b9" and page.moves() == []
    field.clear()
    field.send_keys("b2", Keys.ENTER)
    page.until("an answer", "document.querySelectorAll('#moves button').length === 2")
    page.turn()
    assert page.moves()[0] == "b2" and page.text("#error") == ""
    moves, board = page.moves(), page.text("#words")
    page.click("#hint")
    page.until("a hint", "document.getElementById('about').textContent.startsWith('Try ')")
    page.driver.refresh()
    page.until("ready", "document.body.dataset.ready === 'yes'")
    page.turn()
    assert page.moves() == moves and page.text("#words") == board
    page.click("#undo")
    page.until("taken back", "document.querySelectorAll('#moves button').length === 0")


def check_looking(page):
    """Plies, notes, an analysis, a record that is saved and opened."""
    page.open("#mixtour?seed=1&players=human+human&moves=b2+c3+b2-c3+d4+a1+a1-c3")
    page.click("#back")
    page.until("one back", "document.getElementById('ply').value === '5'")
    assert page.text("#said").startswith("5. "), page.text("#said")
    page.one("#text").send_keys("<b>hasty</b>", Keys.ENTER)
    page.until("a note", "document.getElementById('note').textContent === '<b>hasty</b>'")
    page.click("#analyse")
    page.until("verdicts", "document.querySelector('#curve polyline') !== null && "
               "document.getElementById('work').hidden")
    page.picture("analysed")
    page.click("#last")
    page.click("#save")
    path = os.path.join(folder, "mixtour.jsonl")
    WebDriverWait(page.driver, 60).until(lambda _: os.path.exists(path))
    moves = page.moves()
    page.open()
    page.one("#file").send_keys(path)
    page.until("opened", "document.querySelectorAll('#moves button').length === 6")
    assert page.moves() == moves
    page.click("#moves li:nth-child(5) button")
    page.until("its note", "document.getElementById('note').textContent === '<b>hasty</b>'")


def check_variant(page):
    """A variant is asked about, is what its file says, and comes back by its link."""
    path = os.path.join(folder, "five.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write(VARIANT)
    page.open()
    page.one("#file").send_keys(path)
    page.until("asked", "document.getElementById('ask').open")
    assert page.text("#source") == VARIANT and "five.lua" in page.text("#question")
    page.picture("asked")
    page.click("#yes")
    page.until("options", "document.getElementById('setup').open")
    page.click("#begin")
    page.turn()
    assert page.text("#title") == "Five </pre><img src=x>", page.text("#title")
    assert not page.driver.find_elements(By.CSS_SELECTOR, "#title img")
    page.one("#move").send_keys("b2", Keys.ENTER)
    page.until("an answer", "document.querySelectorAll('#moves button').length === 2")
    page.turn()
    moves = page.moves()
    page.open(page.run("return location.hash"), asked=True)
    page.until("asked again", "document.getElementById('ask').open")
    assert page.text("#source") == VARIANT
    page.click("#yes")
    page.until("opened", "document.querySelectorAll('#moves button').length === 2")
    assert page.moves() == moves
    check_stop(page)


def check_box(page):
    """A variant that would read files is not opened, and the page goes on."""
    path = os.path.join(folder, "reader.lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write("io.open('five.lua')\nreturn require('tesela').derive('mixtour', {})\n")
    page.open()
    page.one("#file").send_keys(path)
    page.until("asked", "document.getElementById('ask').open")
    page.click("#no")
    page.until("left", "!document.getElementById('ask').open")
    page.one("#file").send_keys(path)
    page.until("asked again", "document.getElementById('ask').open")
    page.run("document.getElementById('ask').dispatchEvent(new Event('close'))") # told late
    page.click("#yes")
    page.until("refused", "document.getElementById('error').textContent.includes(\"'io'\")")
    assert not page.run("return document.getElementById('choose').hidden")


def check_thinking(page):
    """A bot that thinks is stopped, and goes on when it is told to."""
    page.open("#losetas?seed=1&players=9+human", asked=True)
    page.until("stopped", "document.getElementById('replay').hidden === false && "
               "document.getElementById('doing').textContent.includes('thinks') && "
               "(document.getElementById('stop').click(), true)")
    page.until("it waits", "document.getElementById('work').hidden && "
               "!document.getElementById('on').hidden")
    assert page.moves() == []
    page.open("#mixtour?seed=1&players=1+human", asked=True)
    page.until("it is left, maybe while the bot thinks", "!document.getElementById('replay').hidden"
               " && (document.getElementById('new').click(), true)")
    page.idle()
    assert not page.run("return document.getElementById('choose').hidden")
    page.click("#resume")
    page.until("a move", "document.querySelectorAll('#moves button').length === 1")
    page.turn()


def check_curtain(page):
    """Where two people have hidden hands, each sees its own."""
    page.open("#qwirkle?seed=2&players=human+human", asked=True)
    page.until("a curtain", "document.getElementById('ask').open")
    first = page.text("#question")
    page.click("#yes")
    page.turn()
    chance = random.Random(1)
    while not page.run("return document.getElementById('ask').open"):
        page.point(chance)
    assert page.text("#question") != first and page.moves() == []
    page.click("#yes")
    page.until("the move, to the other", "document.querySelectorAll('#moves button').length === 1")
    page.turn()


def say(page, text):
    page.one("#code").send_keys(text, Keys.ENTER)
    page.until("an end of " + text, "!document.getElementById('code').readOnly")


def check_stop(page):
    """An endless loop is stopped; the game of the variant goes on, and the typed text stays."""
    moves = page.moves()
    say(page, "x = 41")
    say(page, "x + 1")
    assert page.text("#log").endswith("42\n"), page.text("#log")
    page.one("#code").send_keys("while true do end", Keys.ENTER)
    page.until("it runs", "!document.getElementById('work').hidden && "
               "getComputedStyle(document.getElementById('work')).visibility === 'visible'")
    page.click("#stop")
    page.until("it has stopped", "document.getElementById('work').hidden && "
               "document.getElementById('about').textContent.startsWith('Stopped')")
    assert page.one("#code").get_attribute("value") == "while true do end"
    assert "are lost" in page.text("#log") and page.moves() == moves
    page.one("#code").clear()
    say(page, "x")
    assert page.text("#log").endswith("nil\n"), page.text("#log")
    page.one("#move").send_keys("a1" if "e5" in moves else "e5", Keys.ENTER)
    page.until("it goes on", "document.querySelectorAll('#moves button').length === 4")


def check_prompt(page):
    page.open()
    say(page, "for i = 1, 2 do")
    assert page.one("#code").get_attribute("value") == "for i = 1, 2 do\n"
    say(page, "print(i, '<b>') end")
    assert page.text("#log").endswith("1\t<b>\n2\t<b>\n"), page.text("#log")
    say(page, "error 'wrong'")
    assert page.run("return document.querySelector('#log .bad').textContent.includes('wrong')")
    say(page, "tesela.rules('hex', { size = 3 }):start()")
    assert page.driver.find_elements(By.CSS_SELECTOR, "#log svg")
    page.one("#code").send_keys("tesela.rul", Keys.TAB)
    page.until("completed", "document.getElementById('code').value.startsWith('tesela.rules')")
    page.one("#code").clear()
    say(page, "help 'mixtour'")
    assert "Dieter Stein" in page.text("#log")
    page.one("#code").send_keys(Keys.ARROW_UP, Keys.ARROW_UP)
    assert "hex" in page.one("#code").get_attribute("value")
    page.one("#code").clear()
    say(page, "play 'tictactoe'")
    page.turn()
    assert page.text("#title").startswith("Tic-tac-toe")
    page.click('[role=gridcell][data-cell="b2"]')
    page.until("an answer", "document.querySelectorAll('#moves button').length > 0")
    assert page.run("const at = document.querySelector('[data-cell=b2] .dot');"
                    "return document.querySelector('#board [data-id$=\" b2/1\"]')"
                    ".getAttribute('transform') === `translate(${at.getAttribute('cx')} "
                    "${at.getAttribute('cy')})`"), "the cells lie over the picture"
    page.picture("prompt")
    say(page, "play('mixtour', { bot = function() error 'no idea' end, seat = 2 })")
    page.until("it waits", "!document.getElementById('on').hidden && "
               "document.getElementById('work').hidden")
    told = page.text("#news")
    assert told.count("The game waits") == 1 and "no idea" in told, told
    page.click("#on")
    page.until("once more", "document.getElementById('news').textContent.split("
               "'The game waits').length === 3 && document.getElementById('work').hidden")
    say(page, "play('mixtour', { level = 1, seat = 2 })")
    page.until("its bot has moved", "document.querySelectorAll('#moves button').length === 1")
    page.turn()
    check_only_here(page)


def check_only_here(page):
    """A game that no address can hold has no link, and Stop says that it is gone."""
    say(page, "play('mixtour', { bot = 'greedy' })")
    page.turn()
    assert page.run("return location.hash") == ""
    page.click("#link")
    assert "no link: its bots" in page.text("#about"), page.text("#about")
    page.one("#code").send_keys("while true do end", Keys.ENTER)
    page.until("it runs", "!document.getElementById('work').hidden && "
               "getComputedStyle(document.getElementById('work')).visibility === 'visible'")
    page.click("#stop")
    page.until("it is gone", "document.getElementById('error').textContent"
               ".includes('cannot be opened again: its bots')")
    assert page.run("return document.getElementById('replay').hidden && "
                    "document.getElementById('resume').hidden")


def check_keys(page):
    """A game by keys alone, and what a screen reader is told of the board."""
    page.open("#mixtour?seed=1&players=human+1")
    keys = ActionChains(page.driver)
    for _ in range(40):
        if page.run("return document.activeElement.getAttribute('role') === 'gridcell'"):
            break
        keys.send_keys(Keys.TAB).perform()
    at = "return document.activeElement.dataset.cell"
    first = page.run(at)
    assert first == "a5", first
    keys.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN).perform()
    assert page.run(at) == "b4"
    keys.send_keys(Keys.ENTER).perform()
    page.until("an answer", "document.querySelectorAll('#moves button').length === 2")
    page.turn()
    assert page.moves()[0] == "b4" and page.run(at) == "b4"
    keys.send_keys(Keys.ENTER).perform()
    page.until("a stack is chosen", "document.querySelector('.cell.chosen') !== null || "
               "document.getElementById('error').textContent !== ''")
    keys.send_keys(Keys.ESCAPE).perform()
    page.until("it is dropped", "document.querySelector('.cell.chosen') === null")
    tree = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    seen = {(node.get("role", {}).get("value"), node.get("name", {}).get("value"))
            for node in tree if not node.get("ignored")}
    roles = [role for role, _ in seen]
    assert "grid" in roles and roles.count("gridcell") == 25, roles
    assert any(role == "gridcell" and re.match("b4: .*disc", name) for role, name in seen), seen


def check_piece_keys(page):
    """A piece is turned and flipped by keys."""
    page.open("#blokus?set=variant=duo&set=players=2&seed=1&players=human+1")
    page.one('#things [aria-label^="L4"]').click()
    page.until("cells", "document.querySelector('.cell.can') !== null")
    looks = set()
    for key in "rrrf":
        looks.add(page.run("return [...document.querySelectorAll('.cell.can')]"
                           ".map(each => each.dataset.cell).join(' ')"))
        before = page.run("return document.querySelector('#things [aria-pressed=true]').outerHTML"
                          " + [...document.querySelectorAll('.cell.can')].length")
        page.one("body").send_keys(key)
        page.idle()
    assert len(looks) > 1, (looks, before)


def tap(page, selector):
    spot = page.run("const cell = document.querySelector(arguments[0]);"
                    "cell.scrollIntoView({ block: 'center' });"
                    "const box = cell.getBoundingClientRect();"
                    "return [box.x + box.width / 2, box.y + box.height / 2]", selector)
    for kind, points in (("touchStart", [{"x": spot[0], "y": spot[1]}]), ("touchEnd", [])):
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": points})


def check_phone(page):
    """Nothing is wider than a phone; a finger sees first what it would place."""
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for game in ("", "#losetas?players=human+1&seed=2", "#qwirkle?players=human+1&seed=2",
                 "#mixtour?players=human+1&seed=2", "#hex?players=human+1",
                 "#blokus?players=human+1+1+1&seed=2"):
        page.open(game)
        page.idle()
        wide = page.run("return document.documentElement.scrollWidth")
        assert wide <= 390, (game, wide)
        page.picture("phone-" + (re.findall(r"\w+", game) or ["games"])[0])
    tap(page, '#things [aria-label^="L4"]')
    page.until("cells", "document.querySelector('.cell.can') !== null")
    tap(page, ".cell.can")
    page.until("a ghost", "document.querySelectorAll('.cell.ghost').length === 4")
    assert page.moves() == []
    tap(page, ".cell.can")
    page.until("a move", "document.querySelectorAll('#moves button').length > 0")


def check_silence(driver, url):
    """No word at the console, and no request but for the files of the page."""
    said = driver.get_log("browser")
    assert not said, said
    asked = 0
    for entry in driver.get_log("performance"):
        event = json.loads(entry["message"])["message"]
        if event["method"] == "Network.requestWillBeSent":
            address = event["params"]["request"]["url"]
            if not event["params"]["documentURL"].startswith(url):
                continue # of the browser's own first page
            assert address.startswith((url, "blob:" + url[:url.index("/", 8)])), address
            asked += 1
    assert asked > 10


DESK = [check_choosing, check_looking, check_variant, check_box, check_prompt,
        check_thinking, check_curtain, check_keys, check_piece_keys] + [functools.partial(check_whole_game, game=game) for game in (
            "mixtour?", "losetas?", "blokus?set=variant=duo&set=players=2",
            "qwirkle?set=colours=4&set=copies=1")]


def main():
    url = serve(sys.argv[1])
    for width, height, checks in ((1200, 900, DESK), (390, 844, [check_phone])):
        driver = start(width, height, width < 600)
        try:
            page = Page(driver, url)
            for check in checks:
                check(page)
            check_silence(driver, url)
        finally:
            driver.quit()


if __name__ == "__main__":
    main()
