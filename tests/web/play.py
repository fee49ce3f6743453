"""Plays in the page of games in Chromium: games by clicks against a bot, by keys, by touch; a
variant, links, records, notes, analyses and the prompt; what goes wrong is said. What came of a
game is held against the program.

play.py SITE [--whole]: the folder with the page, which is served from a path of its own."""

import functools
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

import drive
import hands
from drive import folder

VARIANT = """-- five.lua
local tesela = require "tesela"
return tesela.derive("mixtour", { name = "five", title = "Five </pre><img src=x>",
  options = { win_score = 5 } })
"""


def address(page):
    """The game of the address: its name and its fields."""
    name, _, query = page.run("return location.hash").lstrip("#").partition("?")
    return name, urllib.parse.parse_qs(query)


def put(name, text):
    """Writes a file and returns its path."""
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def native(page):
    """What the program says of the game in the address."""
    name, fields = address(page)
    words = [os.environ["TESELA"], "result", name, "--seed", fields["seed"][0],
             "--moves", fields.get("moves", [""])[0]]
    for option in fields.get("set", []):
        words += ["--set", option]
    return json.loads(subprocess.run(words, check=True, capture_output=True).stdout)


def check_whole_game(page, game, kind=None):
    """A game by clicks, or by a mouse, a finger ("touch") or keys alone."""
    page.open("#" + game + "&players=human+1&seed=7")
    assert page.run("return location.hash").startswith("#" + game.partition("?")[0])
    chance = random.Random(1)
    hand = hands.hand(page, kind) if kind else None
    while page.turn():
        hand.step(chance) if hand else page.point(chance)
    assert re.match("You (win|lose)|A draw", page.text("#status")), page.text("#status")
    result = native(page)
    assert result["over"] and len(page.moves()) > 5, result
    page.picture("over-%s-%s" % (game.partition("?")[0], kind))


def check_choosing(page):
    """A game is chosen, with an option; a wrong move; undo; a hint; a reload."""
    page.open("#no_game?players=human+1")
    assert "no_game" in page.text("#error")
    assert not page.run("return document.getElementById('choose').hidden")
    for wrong, why in (("#mixtour?note=hello", "a ply in 0..0, got hello"),
                       ("#mixtour?players=human+x", "a level in 1..9"),
                       ("#mixtour?seed=x", "seed: expected"), ("#%", "there is no game %"),
                       ("#mixtour?seed=1e999", "seed: expected"),
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
    assert address(page)[1]["set"] == ["win_score=3"], address(page)
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
    page.ready()
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
    path = put("five.lua", VARIANT)
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
    assert not page.all("#title img")
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
    path = put("reader.lua", "io.open('five.lua')\nreturn require('tesela').derive('mixtour', {})\n")
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
    page.until("it thinks", "document.getElementById('replay').hidden === false && "
               "document.getElementById('doing').textContent.includes('thinks')")
    page.one("#code").send_keys("tesela.ru", Keys.TAB)
    page.click("#stop")
    page.until("it waits", "document.getElementById('work').hidden && "
               "!document.getElementById('on').hidden")
    assert page.moves() == [] and page.text("#error") == "", page.text("#error")
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
    assert page.all("#log svg")
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
    assert page.run("return document.getElementById('replay').hidden")


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


def rects(page, *selectors):
    return page.run("return arguments[0].map(each => { const box = document.querySelector(each)"
                    ".getBoundingClientRect(); return [box.x, box.y + scrollY, box.width, box.height]; })",
                    list(selectors))


def check_still(page):
    """Nothing moves under a hand: neither the buttons where a piece is turned and flipped, nor the
    board where a bot answers or somebody looks back. What bots play glides, and is shown again."""
    number = before(page, "window.shown = []; const plain = Element.prototype.animate;"
                    "Element.prototype.animate = function (...all) { shown.push(this.dataset.id);"
                    "return plain.apply(this, all); };")
    page.open("#blokus?set=variant=duo&set=players=2&seed=1&players=human+1")
    no_more(page, number)
    page.click('#things [aria-label="F"]')
    page.idle()
    where = rects(page, "#board", "#turn", "#flip", "#make")
    for button, words in (("#turn", "F, turned once"), ("#flip", "flipped"), ("#turn", "F, flipped")):
        said = page.text("#say")
        page.click(button)
        page.until("it is said", "document.getElementById('say').textContent !== arguments[0] && "
                   "document.getElementById('say').textContent.includes(arguments[1])", said, words)
        assert rects(page, "#board", "#turn", "#flip", "#make") == where, words
    for way in ("a click on it", "the wheel"):
        said = page.text("#say")
        if way == "the wheel":
            spot = page.one(".cell.can")
            ActionChains(page.driver).scroll_from_origin(ScrollOrigin.from_element(spot), 0, 60).perform()
        else:
            page.click(hands.HELD)
        page.until(way, "document.getElementById('say').textContent !== arguments[0]", said)
        assert "F, flipped, turned" in page.text("#say"), (way, page.text("#say"))
        assert page.run("return scrollY") == 0
    colour = page.run("document.querySelector('.cell.can').dispatchEvent(new PointerEvent("
                      "'pointerover', { bubbles: true }));"
                      "return getComputedStyle(document.querySelector('.cell.ghost').firstChild).fill")
    assert colour == "rgb(123, 75, 160)", colour # purple, as the piece is
    page.one(".cell.ghost").click()
    page.until("an answer", "document.querySelectorAll('#moves button').length === 2")
    page.turn()
    assert rects(page, "#board", "#turn", "#flip", "#make") == where
    assert len(page.run("return shown")) >= 2, page.run("return shown")
    assert page.text("#news").startswith("Orange: orange "), page.text("#news")
    page.click("#back")
    page.until("one back", "document.getElementById('ply').value === '1'")
    assert page.text("#said").startswith("1. You (purple): purple F to "), page.text("#said")
    assert rects(page, "#board") == where[:1]
    page.click("#last")
    count = page.run("return shown.length")
    page.click("#recall")
    page.until("it is shown again", "shown.length > arguments[0] && "
               "document.getElementById('ply').value === '2'", count)
    assert rects(page, "#board", "#turn", "#flip", "#make") == where


def check_words(page):
    """The rules are one click away, in the manual's words; a hint says what it means; the end is
    the headline, with names."""
    page.open("#connect_four?players=human+1&moves=a+b+a+b+a+c")
    assert page.text("#status") == "Your turn, red", page.text("#status")
    page.click("#hint")
    page.until("a hint", "document.getElementById('about').textContent.startsWith('Try ')")
    assert re.fullmatch(r"Try the move that is marked: red disc to \w\d\. .*", page.text("#about")), \
        page.text("#about")
    page.one("#move").send_keys("a", Keys.ENTER)
    assert not page.turn()
    assert page.text("#status").startswith("You win: a line is complete"), page.text("#status")
    page.open("#mixtour?players=human+1")
    page.click("#rules")
    page.until("the rules", "document.getElementById('manual').open")
    with open(os.path.join(os.path.dirname(__file__), "../../scripts/pages/mixtour.md"),
              encoding="utf-8") as file:
        rules = file.read().split("## Rules")[1].split("## Moves")[0].split()
    assert " ".join(rules) in " ".join(page.text("#told").split())
    page.picture("rules")
    page.until("its page", "(fetch(document.getElementById('page').href).then(reply => reply.text())"
               ".then(text => { window.found = text; }), (window.found || '').includes('<h1>Mixtour'))")


def tap(page, selector):
    spot = page.run("const cell = document.querySelector(arguments[0]);"
                    "cell.scrollIntoView({ block: 'center' });"
                    "const box = cell.getBoundingClientRect();"
                    "return [box.x + box.width / 2, box.y + box.height / 2]", selector)
    for kind, points in (("touchStart", [{"x": spot[0], "y": spot[1]}]), ("touchEnd", [])):
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": points})


def check_second_finger(page):
    """A piece that one finger carries is flipped by another one; let go beside the board it stays
    chosen."""
    def fingers(kind, *spots):
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [
            {"x": x, "y": y, "id": i} for i, (x, y) in enumerate(spots)]})
    page.run("scrollTo(0, 0)")
    finger = hands.Pointer(page, "touch")
    x, y = finger.spot(page.one(hands.HELD))
    fingers("touchStart", (x, y))
    fingers("touchMove", (x - 20, y - 60))
    fingers("touchStart", (x - 20, y - 60), (200, 300))
    page.until("flipped", "document.getElementById('say').textContent.includes('flipped')")
    assert page.run("return document.getElementById('carried').hidden") is False
    fingers("touchEnd", (x - 20, y - 60))
    fingers("touchMove", (x, y))
    fingers("touchEnd")
    page.until("let go", "document.getElementById('carried').hidden")
    assert page.all(hands.HELD) and page.moves() == []


def check_phone(page):
    """Nothing is wider than a phone; a finger sees first what it would place."""
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for game in ("", "#losetas?players=human+1&seed=2", "#qwirkle?players=human+1&seed=2",
                 "#mixtour?players=human+1&seed=2", "#hex?players=human+1",
                 "#blokus?players=human+1+1+1&seed=2"):
        page.open(game)
        page.idle()
        assert page.wide() <= 0, game
        page.picture("phone-" + (re.findall(r"\w+", game) or ["games"])[0])
    tap(page, '#things [aria-label^="L4"]')
    page.until("cells", "document.querySelector('.cell.can') !== null")
    where = rects(page, "#board", "#turn")
    for said in ("turned once", "turned twice"):
        tap(page, "#turn")
        page.until(said, "document.getElementById('say').textContent.includes(arguments[0])", said)
    assert rects(page, "#board", "#turn") == where
    check_second_finger(page)
    tap(page, ".cell.can")
    page.until("a ghost", "document.querySelectorAll('.cell.ghost').length === 4")
    assert page.moves() == []
    tap(page, ".cell.can")
    page.until("a move", "document.querySelectorAll('#moves button').length > 0")


def check_files(page):
    """Files of matches and of other programs are opened, and a bot's, which plays."""
    tesela = os.environ["TESELA"]
    for words in (["match", "mixtour", "greedy", "random", "--games", "4"],
                  ["match", "blokus", "greedy", "random", "--games", "2", "--set", "variant=duo"],
                  ["convert", "blokus-greedy-random-1.jsonl", "duo.blksgf", "--game", "1"],
                  ["new", "bot", "mine.lua"]):
        subprocess.run([tesela, *words], check=True, cwd=folder, capture_output=True)
    page.open()
    page.one("#file").send_keys(os.path.join(folder, "mixtour-greedy-random-1.jsonl"))
    page.until("a match", "document.getElementById('count').textContent === '4'")
    assert page.text("#title").startswith("Mixtour") and len(page.moves()) > 5
    page.one("#file").send_keys(os.path.join(folder, "duo.blksgf"))
    page.until("a game of Blokus", "document.getElementById('title').textContent.startsWith('Blokus')")
    assert len(page.moves()) > 20
    page.one("#file").send_keys(os.path.join(folder, "mine.lua"))
    page.until("asked", "document.getElementById('ask').open")
    page.click("#yes")
    page.until("an opponent", "document.getElementById('brought').textContent.startsWith('mine ')")
    page.click("[data-game=mixtour]")
    page.until("asked", "document.getElementById('setup').open")
    page.click("#begin")
    page.turn()
    page.one("#move").send_keys("b2", Keys.ENTER)
    page.until("an answer", "document.querySelectorAll('#moves button').length === 2")
    assert "(mine)" in page.text("#boxes"), page.text("#boxes")
    moves = page.moves()
    page.open(page.run("return location.hash"), asked=True)
    page.until("asked again", "document.getElementById('ask').open")
    page.click("#yes")
    page.until("opened", "document.querySelectorAll('#moves button').length === 2")
    assert page.moves() == moves


def link_with(name, source):
    return "#mixtour?" + urllib.parse.urlencode({"file": name, "source": source})


def check_stranger(page):
    """What a link brings takes no name of a shipped game, and is shown as it is."""
    page.open(link_with("connect_four.lua", VARIANT), asked=True)
    page.until("asked", "document.getElementById('ask').open")
    page.click("#yes")
    page.until("refused", "document.getElementById('error').textContent.includes("
               "'already uses this name')")
    page.open("#connect_four?players=human+human")
    assert page.text("#title").startswith("Connect Four"), page.text("#title")
    page.open(link_with("a\u202eb.lua", "return\u2066 1\r\n\0"), asked=True)
    page.until("asked", "document.getElementById('ask').open")
    assert page.text("#question") == "Open a\\u{202e}b.lua?", page.text("#question")
    assert page.text("#source") == "return\\u{2066} 1\n\\u{0}", page.text("#source")
    page.click("#no")
    page.until("left", "!document.getElementById('ask').open")
    title = "W" * 10000
    path = put("wide.lua", VARIANT.replace("five", "wide").replace("Five </pre><img src=x>", title))
    page.open()
    page.one("#file").send_keys(path)
    page.until("asked", "document.getElementById('ask').open")
    page.click("#yes")
    page.until("options, or refused", "document.getElementById('setup').open || "
               "document.getElementById('error').textContent !== ''")
    assert page.wide() <= 0
    assert page.run("return document.getElementById('begin').getBoundingClientRect().bottom") < 800
    page.picture("wide")


def check_interrupting(page):
    """Undo, hint and analyse stop a bot that thinks, and do what they say."""
    thinking = ("document.getElementById('doing').textContent.includes('thinks') && "
                "(document.getElementById('%s').click(), true)")
    start = "#losetas?seed=1&players=human+9&moves="
    page.open("#losetas?seed=1&players=human+human")
    page.until("a piece", "document.querySelector('#things button') !== null")
    move = subprocess.run([os.environ["TESELA"], "moves", "losetas", "--seed", "1"], check=True,
                          capture_output=True, text=True).stdout.split()[0]
    page.open(start + move, asked=True)
    page.until("it thinks", thinking % "undo")
    page.until("taken back", "document.querySelectorAll('#moves button').length === 0 && "
               "document.getElementById('replay').dataset.turn === 'yes'")
    page.open(start + move, asked=True)
    page.until("it thinks", thinking % "hint")
    page.until("a hint", "document.getElementById('about').textContent.startsWith('Try ')")
    assert len(page.moves()) == 1 and not page.run("return document.getElementById('on').hidden")
    page.open(start + move, asked=True)
    page.until("it thinks", thinking % "analyse")
    page.until("an analysis", "document.querySelector('#curve polyline') !== null || "
               "document.getElementById('about').textContent.includes('oves')")
    page.idle()
    assert len(page.moves()) == 1


def check_kept(page):
    """The last game is continued, and levels that were beaten are remembered."""
    page.open("#connect_four?players=human+1&moves=a+b+a+b+a+c")
    page.open()
    assert page.text("#resume") == "Continue the last game"
    page.click("#resume")
    page.turn()
    assert page.moves() == list("ababac"), page.moves()
    page.one("#move").send_keys("a", Keys.ENTER)
    assert not page.turn()
    page.click("#new")
    assert "you have beaten level 1" in page.text("[data-game=connect_four]")
    page.open()
    assert "you have beaten level 1" in page.text("[data-game=connect_four]")
    assert page.run("return document.getElementById('resume').hidden")


def before(page, script):
    """Runs a script before those of each page that is opened from now on."""
    return page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument",
                                       {"source": script})["identifier"]


def no_more(page, number):
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": number})


def check_storage(page):
    """Where nothing may be kept, or what is kept is broken, all else works."""
    for script in ("Object.defineProperty(window, 'localStorage', { get() { throw new "
                   "DOMException('blocked', 'SecurityError'); } })",
                   "Storage.prototype.setItem = () => { throw new DOMException('full', "
                   "'QuotaExceededError'); }",
                   "for (const name of ['history', 'last', 'beaten']) "
                   "localStorage.setItem('tesela.' + name, '[1')",
                   "for (const name of ['history', 'last', 'beaten']) "
                   "localStorage.setItem('tesela.' + name, '7')"):
        number = before(page, script)
        page.open("#mixtour?players=human+human")
        say(page, "1 + 1")
        page.one("#move").send_keys("b2", Keys.ENTER)
        page.until("a move", "document.querySelectorAll('#moves button').length === 1")
        assert page.text("#error") == "", page.text("#error")
        no_more(page, number)
    page.run("localStorage.clear()")


def is_told(page, words="Try again"):
    page.until("it is told", "document.getElementById('error').textContent.includes(arguments[0])"
               " && document.getElementById('work').hidden", words)


def check_faults(page):
    """Whatever is missing is said, and Try again does."""
    before(page, "Object.defineProperty(navigator, 'serviceWorker', { value: null })")
    for name in ("fault.js", "replay.js", "play.js", "cells.js", "games.json", "worker.js", "tesela.js",
                 "tesela.json", "tesela.wasm", "page.css"):
        page.server.missing = {name}
        page.open("#mixtour?players=human+human&moves=b2", asked=True)
        if name == "fault.js": # which says all else
            page.until("it is told", "document.getElementById('error').innerText.includes('reload') "
                       "&& getComputedStyle(document.querySelector('.late')).visibility === 'visible'")
        else:
            is_told(page)
        if name == "tesela.wasm":
            page.picture("fault")
        page.server.missing = set()
        if name == "fault.js":
            page.driver.refresh()
        else:
            page.click("#error button")
        page.until("it is here", "document.querySelectorAll('#moves button').length === 1")
        assert page.text("#error") == "", (name, page.text("#error"))
    number = before(page, "delete window.WebAssembly")
    page.open(asked=True)
    is_told(page, "they need WebAssembly")
    no_more(page, number)


# The next requests of these names end the Worker, one after the other.
FATAL = """const Plain = Worker; window.fatal = [];
window.Worker = class extends Plain {
  postMessage(message) {
    if (fatal.length === 0 || JSON.parse(message.ask).do !== fatal[0]) super.postMessage(message);
    else setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: fatal.shift() })));
  }
};"""


def check_abort(page):
    """Where tesela ends by itself another one goes on from the same position, and nobody notices;
    if that happens time after time the page says so, and Try again opens the game."""
    number = before(page, FATAL)
    page.open("#mixtour?players=human+1&seed=1")
    no_more(page, number)
    say(page, "x = 41")
    for moves, fatal in (2, ["think"]), (4, ["move", "open"]):
        page.run("fatal = arguments[0]", fatal)
        page.one("#move").send_keys(subprocess.run(
            [os.environ["TESELA"], "moves", "mixtour", "--moves", " ".join(page.moves())], check=True,
            capture_output=True, text=True).stdout.split()[0], Keys.ENTER)
        page.until("moves, and no word", "document.querySelectorAll('#moves button').length === "
                   "arguments[0] && document.getElementById('error').textContent === ''", moves)
        page.turn()
        assert page.run("return fatal") == []
    say(page, "x")
    assert "are lost" in page.text("#log") and page.text("#log").endswith("nil\n")
    page.run("fatal = ['eval']")
    say(page, "y = 1")
    assert "tesela has ended: eval" in page.text("#log .bad:last-child"), page.text("#log")
    number = before(page, FATAL)
    page.open("#mixtour?players=human+human&moves=b2")
    no_more(page, number)
    page.run("fatal = ['move', 'open', 'open']")
    page.one("#move").send_keys("c3", Keys.ENTER)
    is_told(page, "tesela has ended")
    page.one("#move").send_keys(Keys.ENTER)
    is_told(page, "tesela has ended")
    page.click("#error button")
    page.idle()
    page.one("#move").clear()
    page.one("#move").send_keys("c3", Keys.ENTER)
    page.until("it goes on", "document.querySelectorAll('#moves button').length === 2")
    page.run("dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise: "
             "Promise.resolve(), reason: new Error('a rejected promise') }))")
    is_told(page, "a rejected promise")


def check_first_visit(page):
    """The games are there before tesela is; what is chosen then waits for it."""
    page.server.held.clear()
    page.open(asked=True)
    page.until("games", "document.querySelectorAll('#cards button').length === 4 && "
               "[...document.images].every(each => each.complete && each.naturalWidth > 0)")
    page.click("[data-game=mixtour]")
    assert not page.run("return document.getElementById('work').hidden")
    page.server.held.set()
    page.until("asked", "document.getElementById('setup').open")


def check_offline(page):
    """Once it was here the page needs no server; versions are never mixed."""
    page.open()
    page.until("kept", "(navigator.serviceWorker.ready.then(() => { window.kept = true; }), "
               "window.kept)")
    page.open()
    assert page.run("return navigator.serviceWorker.controller !== null")
    old = page.run("return document.querySelector('script[type=module]').src")
    page.server.missing = None # all
    page.open("#mixtour?players=human+1&seed=1")
    page.one("#move").send_keys("b2", Keys.ENTER)
    page.until("an answer", "document.querySelectorAll('#moves button').length === 2")
    page.server.missing = set()
    newer(page.server)
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    update = ("(navigator.serviceWorker.getRegistration().then(async each => { await each.update();"
              " window.waiting = each.waiting; }), Boolean(window.waiting))")
    page.open()
    page.until("the next version waits", update)
    page.open()
    assert page.run("return document.querySelector('script[type=module]').src") == old
    page.driver.close()
    page.driver.switch_to.window(first)
    page.open(asked=True)
    page.until("the next version", "document.querySelector('script[type=module]').src"
               ".includes('/another/') && document.body.dataset.ready === 'yes'")
    page.server.missing = None
    page.open()
    assert page.run("return caches.keys().then(names => names.length)") == 1
    page.server.missing = set()


def version_of(site):
    return next(each for each in os.listdir(site) if re.fullmatch("[0-9a-f]{12}", each))


def newer(server):
    """Another version of the site: its folder has another name."""
    other = os.path.join(folder, "newer")
    shutil.copytree(server.site, other)
    name = version_of(other)
    os.rename(os.path.join(other, name), os.path.join(other, "another"))
    for path in ("index.html", "offline.js", "another/index.html"):
        with open(os.path.join(other, path), "r+", encoding="utf-8") as file:
            text = file.read().replace(name, "another")
            file.seek(0)
            file.truncate()
            file.write(text)
    server.site = other


def check_site(site):
    """All files are in a folder that is named by a hash, are listed for play offline, and have
    compressed copies."""
    version = version_of(site)
    files = {os.path.relpath(os.path.join(path, name), os.path.join(site, version))
             for path, _, names in os.walk(os.path.join(site, version)) for name in names}
    plain = {name for name in files if not name.endswith((".gz", ".br"))}
    with open(os.path.join(site, "offline.js"), encoding="utf-8") as file:
        listed = re.search('FOLDER = "%s/", FILES = "(.*?)"' % version, file.read()).group(1)
    assert set(listed.split(" ")) == plain, (listed, plain)
    with open(os.path.join(site, "index.html"), encoding="utf-8") as file:
        for name in re.findall('(?:src|href)="(.*?)"', file.read()):
            assert name.startswith(version + "/") and name[len(version) + 1:] in plain, name
    for name in [os.path.join(version, each) for each in plain] + ["index.html", "offline.js"]:
        path = os.path.join(site, name)
        with open(path, "rb") as file:
            whole = file.read()
        for words in () if name.endswith(".png") else (("gzip", ".gz"), ("brotli", ".br")):
            with open(path + words[1], "rb") as file:
                assert subprocess.run([words[0], "-dc"], stdin=file, check=True,
                                      capture_output=True).stdout == whole, name


def check_looks(page):
    """In the dark boards and boxes are darker; where motion is reduced nothing moves."""
    page.open("#mixtour?players=human+human")
    for selector in ("#board svg", ".box"):
        assert page.run("return getComputedStyle(document.querySelector(arguments[0])).filter",
                        selector) == "brightness(0.8)", selector
    assert page.run("return getComputedStyle(document.getElementById('work')).animationName") == "none"


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


DESK = [check_choosing, check_looking, check_variant, check_box, check_files, check_stranger,
        check_prompt, check_thinking, check_interrupting, check_curtain, check_keys,
        check_piece_keys, check_kept, check_still, check_words,
        functools.partial(check_whole_game, game=hands.GAMES[1], kind="mouse"),
        functools.partial(check_whole_game, game=hands.GAMES[3], kind="keys")]
PHONE = [check_phone, check_looks,
         functools.partial(check_whole_game, game=hands.GAMES[0], kind="touch")]
BROKEN = [check_faults, check_first_visit, check_storage, check_abort]


def check_all(server, driver, checks):
    try:
        page = drive.Page(driver, server.url)
        page.server = server
        for check in checks:
            check(page)
        if checks in (DESK, PHONE):
            check_silence(driver, server.url)
    finally:
        driver.quit()


def check_axe(page):
    """axe, which npm brings, finds nothing on any screen."""
    subprocess.run(["npm", "install", "--silent", "--prefix", folder, "axe-core@4"], check=True)
    with open(os.path.join(folder, "node_modules/axe-core/axe.min.js"), encoding="utf-8") as file:
        axe = file.read()

    def look(name):
        page.run(axe)
        found = page.driver.execute_async_script(
            "const done = arguments[0]; axe.run().then(found => done(found.violations.map(each =>"
            "each.id + ': ' + each.nodes.map(node => node.html).join(', '))));")
        page.picture("axe-" + name)
        assert not found, (name, found)
    page.open()
    look("games")
    page.click("[data-game=mixtour]")
    page.until("asked", "document.getElementById('setup').open")
    look("setup")
    for game in hands.GAMES:
        name = game.partition("?")[0]
        page.open("#" + game + "&players=human+1&seed=7")
        page.turn()
        look(name)
        page.point(random.Random(1))
        look(name + "-chosen")
        page.click("#rules")
        page.until("the rules", "document.getElementById('manual').open")
        look(name + "-rules")
    page.open("#connect_four?players=human+human&moves=a+b+a+b+a+b+a")
    look("over")


def whole(server):
    """Each of the four by a mouse, a finger and keys, on a desk and on a phone; and axe."""
    for size, kinds in ((drive.DESK, ("mouse", "keys")), (drive.PHONE, ("touch",))):
        for dark in (False, True):
            check_all(server, drive.chromium(size, dark), [check_axe])
        for kind in kinds:
            games = [functools.partial(check_whole_game, game=game, kind=kind)
                     for game in hands.GAMES]
            check_all(server, drive.chromium(size), games)
            print(kind, flush=True)


def main():
    check_site(sys.argv[1])
    server = drive.Server(sys.argv[1])
    if "--whole" in sys.argv:
        whole(server)
        return
    check_all(server, drive.chromium(drive.DESK), DESK)
    check_all(server, drive.chromium(drive.PHONE, dark=True, still=True), PHONE)
    check_all(server, drive.chromium(drive.DESK), BROKEN)
    check_all(server, drive.chromium(drive.DESK), [check_offline])


if __name__ == "__main__":
    main()
