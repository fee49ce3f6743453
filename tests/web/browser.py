"""Opens pages in Chromium, as pages.lua has made them in a folder, and holds what they show
against what it has printed. Waits for conditions, never for a time."""

import json
import sys

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

import drive

folder = sys.argv[1]
SIZES = {"desk": drive.DESK, "phone": drive.PHONE}


def until(driver, what, script, *values):
    WebDriverWait(driver, 60).until(lambda d: d.execute_script(script, *values), what)


def open_page(driver, name, fragment=""):
    driver.get("about:blank")
    driver.get("file://%s/%s.html%s" % (folder, name, fragment))
    until(driver, name + ": ready", "return document.body.dataset.ready === 'yes'")


def is_at(driver, game, ply):
    until(driver, "game %d at ply %d" % (game, ply),
          "return !document.getElementById('replay').hidden"
          " && location.hash === '#g' + arguments[0] + 'p' + arguments[1]"
          " && document.getElementById('ply').value === String(arguments[1])"
          " && document.getElementById('title').textContent === 'Game ' + arguments[0]",
          game, ply)


# The picture is the same, but for the words about it.
SAME = """
const shown = document.getElementById("board").firstElementChild.cloneNode(true);
shown.removeAttribute("role");
shown.removeAttribute("aria-label");
const holder = document.createElement("div");
holder.innerHTML = arguments[0];
return shown.isEqualNode(holder.firstElementChild);
"""


def picture(driver, name):
    drive.Page(driver, "").picture(name)


def check_positions(driver, size, expected):
    for each in expected:
        open_page(driver, each["page"], "#g%dp%d" % (each["game"], each["ply"]))
        is_at(driver, each["game"], each["ply"])
        assert driver.execute_script(SAME, each["svg"]), (each["page"], each["game"], each["ply"])
        picture(driver, "%s-%d-%d-%s" % (each["page"], each["game"], each["ply"], size))


def check_keys(driver, last):
    """To and fro in a game by keys; the list and its filters."""
    body = driver.find_element(By.TAG_NAME, "body")
    game = last["game"]
    body.send_keys(Keys.HOME)
    is_at(driver, game, 0)
    body.send_keys(Keys.ARROW_RIGHT)
    is_at(driver, game, 1)
    assert driver.find_element(By.ID, "said").text.startswith("1. ")
    assert driver.find_elements(By.CSS_SELECTOR, "#moves [aria-current=step]")
    body.send_keys(Keys.ARROW_LEFT)
    is_at(driver, game, 0)
    driver.find_element(By.ID, "last").click()
    is_at(driver, game, last["ply"])
    body.send_keys(Keys.ESCAPE)
    until(driver, "closed", "return document.getElementById('replay').hidden")


def check_list(driver):
    """The list sorted by plies, and the games of one pair."""
    open_page(driver, "faults")
    heads = driver.find_elements(By.CSS_SELECTOR, "#columns th")
    plies = [head for head in heads if head.get_attribute("data-key") == "plies"][0]
    plies.find_element(By.TAG_NAME, "button").click()
    until(driver, "sorted", "return arguments[0].getAttribute('aria-sort') === 'ascending'", plies)
    cells = driver.find_elements(By.CSS_SELECTOR, "#rows td:nth-child(6)")
    counts = [int(cell.text) for cell in cells]
    assert counts == sorted(counts) and len(counts) == 20, counts
    cell = driver.find_element(By.CSS_SELECTOR, "#cross td a")
    driver.execute_script("arguments[0].click()", cell)
    assert Select(driver.find_element(By.ID, "bot-a")).first_selected_option.text
    assert len(driver.find_elements(By.CSS_SELECTOR, "#rows tr")) == 2


def text_of(driver, name):
    return driver.find_element(By.ID, name).text


def check_told(driver):
    """Values, clocks, memory and notes of a game; the curve of what it was worth."""
    open_page(driver, "timed", "#g1p2")
    is_at(driver, 1, 2)
    said, about = text_of(driver, "said"), text_of(driver, "about")
    assert said.startswith("2. "), said
    assert "clock 11 s" in about or "clock 10.9" in about, about
    assert text_of(driver, "note") == "Two lines of <b>note</b>", text_of(driver, "note")
    assert " MB" in text_of(driver, "versus")
    assert driver.find_elements(By.CSS_SELECTOR, "#moves li.noted")
    driver.find_element(By.ID, "back").click()
    is_at(driver, 1, 1)
    told = [about, text_of(driver, "about")]
    assert any("value 75 %" in each for each in told), told
    assert driver.find_elements(By.CSS_SELECTOR, "#curve polyline")
    usage = text_of(driver, "usage")
    assert "seconds a move" in usage and "most MB" in usage, usage


def check_play(driver):
    """It plays by itself and stops; the slider; the next game of the list by a key."""
    open_page(driver, "timed", "#g1p3")
    is_at(driver, 1, 3)
    play = driver.find_element(By.ID, "play")
    play.click()
    until(driver, "playing", "return Number(document.getElementById('ply').value) >= 5")
    play.click()
    assert play.get_attribute("aria-pressed") == "false"
    driver.execute_script("const ply = document.getElementById('ply'); ply.value = 4;"
                          "ply.dispatchEvent(new Event('input'))")
    is_at(driver, 1, 4)
    body = driver.find_element(By.TAG_NAME, "body")
    body.send_keys("]")
    is_at_game(driver, 2)
    body.send_keys("[")
    is_at_game(driver, 1)


def is_at_game(driver, game):
    until(driver, "game %d" % game, "return document.getElementById('title').textContent"
          " === 'Game ' + arguments[0]", game)


def swipe(driver, by):
    """A finger on the board moves so many pixels to the right."""
    box = driver.execute_script("const b = document.getElementById('board');"
                                "b.scrollIntoView(); const r = b.getBoundingClientRect();"
                                "return [r.x + r.width / 2, r.y + 40]")
    for kind, x in (("touchStart", box[0]), ("touchMove", box[0] + by), ("touchEnd", None)):
        points = [] if x is None else [{"x": x, "y": box[1]}]
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def check_touch(driver):
    open_page(driver, "timed", "#g1p3")
    is_at(driver, 1, 3)
    swipe(driver, -100)
    is_at(driver, 1, 4)
    swipe(driver, 100)
    is_at(driver, 1, 3)


def check_reader(driver):
    """What a screen reader is told: the picture, the board in words, names of all that can be
    pressed."""
    open_page(driver, "mixtour", "#g1p2")
    is_at(driver, 1, 2)
    tree = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]

    def names(role):
        return [node.get("name", {}).get("value", "") for node in tree
                if not node["ignored"] and node.get("role", {}).get("value") == role]
    assert "Position after 2 of" in " ".join(names("image")), names("image")
    for role in ("button", "link", "slider", "combobox", "columnheader"):
        assert names(role) and all(names(role)), (role, names(role))
    words = driver.execute_script("return document.getElementById('words').textContent")
    assert "white disc" in words and "red disc" in words, words


def check_print(driver):
    """On paper there is nothing to press, and no colour behind it."""
    open_page(driver, "timed", "#g1p2")
    is_at(driver, 1, 2)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = driver.execute_script(
        "return [...document.querySelectorAll('form, button, #ply')]"
        ".filter(e => !e.closest('th') && e.offsetParent !== null).length")
    assert shown == 0, shown
    paper = driver.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)", paper
    alone = driver.execute_script("return [...document.querySelectorAll('h1, h2, h3, h4')]"
                                  ".filter(e => getComputedStyle(e).breakAfter !== 'avoid').length")
    assert alone == 0, "headings stay with what follows them"
    picture(driver, "print")
    open_page(driver, "long")
    assert count(driver, "#rows tr") == 60, "all games are printed"
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    until(driver, "fewer games", "return document.querySelectorAll('#rows tr').length === 50")


def check_width(driver, size):
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    assert wide <= SIZES[size][0], (driver.current_url, size, wide)


def check_others(driver, size):
    """Pages of other commands, and one whose games are not all there."""
    open_page(driver, "short", "#g2")
    until(driver, "missing", "return document.getElementById('missing').textContent"
          " === 'Game 2 is not in this page.'")
    open_page(driver, "analysis", "#g1p3")
    is_at(driver, 1, 3)
    assert "chances" in text_of(driver, "about"), text_of(driver, "about")
    assert driver.find_elements(By.CSS_SELECTOR, "#curve polyline")
    picture(driver, "analysis-" + size)
    driver.get("file://%s/measure.html" % folder)
    assert driver.find_elements(By.CSS_SELECTOR, "svg.bar")
    check_width(driver, size)
    picture(driver, "measure-" + size)


def count(driver, selector):
    return len(driver.find_elements(By.CSS_SELECTOR, selector))


def check_charts(driver):
    """Ratings with their intervals, faults before them; seats, endings and memory as bars; the
    score over the games, and the bounds of a test."""
    open_page(driver, "faults")
    order = [part.get_attribute("id")
             for part in driver.find_elements(By.CSS_SELECTOR, "main > section[id]")]
    assert order.index("faults") == 0 and order.index("standings") == 1, order
    assert count(driver, "#standings svg.bar line") == 5, "an interval for each bot"
    assert count(driver, "#seats svg.bar") == 2 and count(driver, "#endings svg.bar") == 4
    assert count(driver, "#usage svg.bar") == 5
    assert count(driver, "#course polyline") >= 5
    open_page(driver, "mixtour")
    assert count(driver, "#course path.bound") == 2
    picture(driver, "charts")


def check_film(driver, still):
    """A film shows its first position to whoever wants less motion."""
    driver.get("file://%s/film.svg" % folder)
    seen = driver.execute_script(
        "document.documentElement.setCurrentTime(5.2); return [...document.querySelectorAll('.film')]"
        ".map(each => [each.hasAttribute('visibility') ? 'hidden' : 'visible', "
        "getComputedStyle(each).visibility])")
    assert len(seen) > 5 and all(first == now for first, now in seen) == still, seen


def check_faults(driver):
    """What others wrote is text; no more scripts, elements or titles than the page's own."""
    open_page(driver, "faults")
    assert driver.title.startswith("Faults </title>"), driver.title
    text = driver.find_element(By.ID, "faults").text
    for reason in ("time", "memory", "error", "illegal"):
        assert reason in text, (reason, text)
    assert not driver.find_elements(By.TAG_NAME, "img")


def main():
    expected = [json.loads(line) for line in sys.stdin]
    for size in SIZES:
        still = size == "phone"
        driver = drive.chromium(SIZES[size], dark=still, still=still)
        try:
            check_positions(driver, size, expected if size == "desk" else expected[::6])
            if size == "desk":
                open_page(driver, expected[-1]["page"], "#g%d" % expected[-1]["game"])
                until(driver, "open", "return !document.getElementById('replay').hidden")
                check_keys(driver, expected[-1])
                check_list(driver)
                check_charts(driver)
                check_told(driver)
                check_play(driver)
                check_reader(driver)
                check_print(driver)
            else:
                check_touch(driver)
            check_others(driver, size)
            check_film(driver, still)
            check_faults(driver)
            check_width(driver, size)
            open_page(driver, "long")
            high = driver.execute_script("return document.querySelector('h1').offsetHeight")
            assert high < 200, "a long title is cut"
            driver.execute_script("location.hash = '#g1'")
            until(driver, "a game", "return !document.getElementById('replay').hidden")
            check_width(driver, size)
            picture(driver, "long-" + size)
            picture(driver, "faults-" + size)
            assert not driver.said(), size
        finally:
            driver.quit()


main()
