"""Opens pages in Chromium, as pages.lua has made them in a folder, and holds what they show
against what it has printed. Waits for conditions, never for a time."""

import base64
import json
import os
import sys

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

folder, pictures = sys.argv[1], os.environ.get("TESELA_PICTURES")
SIZES = {"desk": (1200, 900), "phone": (390, 844)}


def start(width, height, dark):
    options = Options()
    options.binary_location = os.environ["CHROMIUM"]
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu",
                 "--disable-dev-shm-usage", "--user-data-dir=%s/profile-%d" % (folder, width)):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(os.environ["CHROMEDRIVER"]), options=options)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    return driver


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
    if pictures:
        shot = driver.execute_cdp_cmd("Page.captureScreenshot", {})
        with open(os.path.join(pictures, name + ".png"), "wb") as file:
            file.write(base64.b64decode(shot["data"]))


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
    for size, (width, height) in SIZES.items():
        driver = start(width, height, size == "phone")
        try:
            check_positions(driver, size, expected if size == "desk" else expected[::6])
            if size == "desk":
                open_page(driver, expected[-1]["page"], "#g%d" % expected[-1]["game"])
                until(driver, "open", "return !document.getElementById('replay').hidden")
                check_keys(driver, expected[-1])
                check_list(driver)
            check_faults(driver)
            wide = driver.execute_script("return document.documentElement.scrollWidth")
            assert wide <= width, (size, wide)
            picture(driver, "faults-" + size)
            said = [entry for entry in driver.get_log("browser")]
            assert not said, said
        finally:
            driver.quit()


main()
