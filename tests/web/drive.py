"""The browsers that Debian has, as drivers of Selenium, and a page in one of them. Waits for
conditions, never for a time."""

import base64
import http.server
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.file_detector import UselessFileDetector
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.support.ui import WebDriverWait

DESK, PHONE = (1280, 800), (390, 844)
pictures = os.environ.get("TESELA_PICTURES")
holder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
folder = holder.name # of profiles and of what is downloaded


# ---- Chromium ----

def chromium(size, dark=False, still=False):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--user-data-dir=" + tempfile.mkdtemp(dir=folder)):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
        {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}]})
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", {
        "behavior": "allow", "downloadPath": folder})
    driver.said = lambda: [entry["message"] for entry in driver.get_log("browser")]
    return driver


# ---- Firefox ----

COMMANDS = {"get": "Navigate", "w3cExecuteScript": "ExecuteScript", "clickElement": "ElementClick",
            "sendKeysToElement": "ElementSendKeys", "clearElement": "ElementClear",
            "actions": "PerformActions", "screenshot": "TakeScreenshot", "quit": "DeleteSession"}


class Marionette(RemoteConnection):
    """The commands of WebDriver as Firefox itself understands them, by a socket. (What translates
    them from HTTP, geckodriver, is not in Debian.)"""

    def __init__(self, port):
        super().__init__("http://127.0.0.1")
        self.socket, self.number = connected(port), 0
        self.file = self.socket.makefile("rb")
        self.receive()

    def receive(self):
        length = b"".join(iter(lambda: self.file.read(1), b":"))
        return json.loads(self.file.read(int(length)))

    def execute(self, command, params):
        self.number += 1
        if command == "newSession":
            params = {}
        name = COMMANDS.get(command, command[0].upper() + command[1:])
        text = json.dumps([0, self.number, "WebDriver:" + name, params]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, value = self.receive()
        if error:
            raise WebDriverException("%s: %s" % (error["error"], error["message"]))
        return {"value": value["value"] if isinstance(value, dict) and "value" in value else value}


def connected(port):
    for _ in range(600):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise AssertionError("Firefox does not answer")


def free_port():
    with socket.socket() as any_socket:
        any_socket.bind(("127.0.0.1", 0))
        return any_socket.getsockname()[1]


class Firefox(webdriver.Remote):
    def __init__(self, prefs):
        port, profile = free_port(), tempfile.mkdtemp(dir=folder)
        prefs = {"marionette.port": port, "devtools.console.stdout.content": True, **prefs}
        with open(profile + "/user.js", "w", encoding="utf-8") as file:
            for name, value in prefs.items():
                file.write("user_pref(%s, %s);\n" % (json.dumps(name), json.dumps(value)))
        self.log = profile + "/log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [shutil.which("firefox-esr"), "--headless", "--marionette", "--no-remote", "--width",
                 str(DESK[0]), "--height", str(DESK[1] + 86), "--profile", profile],
                stdout=log, stderr=subprocess.STDOUT)
        try:
            super().__init__(command_executor=Marionette(port), options=webdriver.FirefoxOptions())
        except Exception:
            self.process.kill()
            raise
        self.file_detector = UselessFileDetector()

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return [line for line in log if "127.0.0.1" in line and "rror" in line]

    def quit(self):
        self.process.terminate()
        self.process.wait()


def firefox(dark=False, still=False):
    return Firefox({"layout.css.prefers-color-scheme.content-override": 0 if dark else 1,
                    "ui.prefersReducedMotion": int(still)})


# ---- WebKitGTK ----

def webkit(dark=False):
    """Needs a display, such as Xvfb."""
    os.environ["GTK_THEME"] = "Adwaita:dark" if dark else "Adwaita"
    options = webdriver.WebKitGTKOptions()
    options.add_argument("--automation")
    options.add_argument("--enable-write-console-messages-to-stdout=true")
    options.binary_location = shutil.which("MiniBrowser", path=":".join(
        "/usr/lib/x86_64-linux-gnu/webkit2gtk-" + each for each in ("4.1", "4.0")))
    log = tempfile.mkdtemp(dir=folder) + "/log"
    driver = webdriver.WebKitGTK(executable_path=shutil.which("WebKitWebDriver"), options=options,
                                 service_log_path=log)
    driver.set_window_rect(width=DESK[0], height=DESK[1] + 38) # with what is above the page

    def said():
        with open(log, encoding="utf-8", errors="replace") as file:
            return [line for line in file if "CONSOLE" in line and "ERROR" in line]
    driver.said = said
    return driver


# ---- a site ----

PATH = "/some/where/" # of the site on its server
FRAME = """<!DOCTYPE html><body style="margin: 0"><iframe id="frame" style="border: 0; width: %dpx;
height: %dpx"></iframe><script>document.getElementById("frame").src =
"./" + location.hash.slice(1);</script>"""


class Server(http.server.ThreadingHTTPServer):
    """Hands out a folder, and /some/where/phone, the same as a phone has it: browsers have windows
    of a least width. Files in `missing` are not there (None: none is); tesela.wasm comes while
    `held` is set."""

    def __init__(self, site):
        self.site, self.missing, self.held = site, set(), threading.Event()
        self.held.set()
        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()
        self.url = "http://127.0.0.1:%d%s" % (self.server_port, PATH)


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        missing, name = self.server.missing, self.path.rsplit("/", 1)[-1]
        if missing is None or name in missing:
            return self.send_error(404)
        if name == "tesela.wasm":
            self.server.held.wait()
        if self.path == "/favicon.ico": # which browsers want of pages that name no icon
            self.send_response(204)
            return self.end_headers()
        if self.path != PATH + "phone":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write((FRAME % PHONE).encode())

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def translate_path(self, path):
        self.directory = self.server.site
        return super().translate_path("/" + path.removeprefix(PATH))

    def log_message(self, *_):
        pass


# ---- a page ----

# What has been chosen so far, and what can be next.
CHOICE = """document.getElementById("things").innerHTML +
[...document.querySelectorAll(".cell.can, .cell.chosen")].map(each => each.dataset.cell) +
document.querySelectorAll(".placed svg").length +
document.getElementById("moves").textContent + document.querySelector("dialog[open]")"""


MAKE = "#make[aria-disabled=false]" # the button that plays a move


class Page:
    """The page as somebody sees it who uses it; `framed`: in the frame of a phone."""

    def __init__(self, driver, url, framed=False):
        self.driver, self.url, self.framed = driver, url, framed

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

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def idle(self):
        self.until("nothing goes on", "document.getElementById('work').hidden")

    def ready(self):
        self.until("ready", "document.body.dataset.ready === 'yes'")
        self.idle()

    def show(self, address):
        self.driver.get("about:blank")
        if not self.framed:
            self.driver.get(self.url + address)
            return
        self.driver.get(self.url + "phone#" + address)
        self.driver.switch_to.frame(0)
        self.until("loaded", "location.protocol === 'http:' && location.href.includes(arguments[0]) && "
                   "document.readyState === 'complete'", address.partition("?")[0]) # of a game it grows

    def open(self, fragment="", asked=False):
        self.show(fragment)
        if not asked:
            self.ready()

    def click(self, selector):
        self.one(selector).click()

    def moves(self):
        return self.run("return [...document.querySelectorAll('#moves button')]"
                        ".map(each => each.textContent)")

    def wide(self):
        """By how much something is wider than the window."""
        return self.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def picture(self, name):
        if pictures:
            with open(os.path.join(pictures, name + ".png"), "wb") as file:
                file.write(base64.b64decode(self.driver.get_screenshot_as_base64()))

    def turn(self):
        """Waits until somebody is to move, or the game is over: then false."""
        self.until("a turn", "document.getElementById('work').hidden && "
                   "document.querySelector('dialog[open]') === null && "
                   "!document.getElementById('replay').hidden && "
                   "document.getElementById('replay').dataset.turn !== 'no'")
        return self.run("return document.getElementById('replay').dataset.turn === 'yes'")

    def point(self, chance):
        """One click on the way to a move: what plays it, a cell, or a thing."""
        for selector in (MAKE, ".cell.can > .dot", "#things button[aria-pressed=false]"):
            found = self.all(selector)
            if found:
                before = self.run("return " + CHOICE)
                chance.choice(found).click()
                self.until("a click counts", "document.getElementById('work').hidden && "
                           "(%s) !== arguments[0]" % CHOICE, before)
                return
        raise AssertionError("nothing can be chosen: " + self.text("#say"))
