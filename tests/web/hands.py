"""Whole games of the page by a mouse, a finger or keys alone: pieces, tiles and stacks are carried,
and focus is never lost."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

import drive

GAMES = ("mixtour?", "losetas?", "blokus?set=variant=duo&set=players=2",
         "qwirkle?set=colours=4&set=copies=1")
CELLS, HELD = ".cell.can", "#things button[aria-pressed=true]"
THINGS = "#things button[aria-pressed=false]"
ABOVE = 48 # pixels that things are above a finger

# The middle of what is seen of an element; null: nothing is.
SPOT = """const box = arguments[0].getBoundingClientRect(), x = box.x + box.width / 2,
y = box.y + box.height / 2;
return x > 0 && x < innerWidth && y > 0 && y < innerHeight - 60 ? [x, y] : null;"""


def changed(page, before):
    page.until("it counts", "document.getElementById('work').hidden && (%s) !== arguments[0]"
               % drive.CHOICE, before)


class Pointer:
    """A mouse, as WebDriver has it, or a finger, as Chromium's DevTools do. (The driver forgets
    between two of its commands that a finger is down.)"""

    def __init__(self, page, kind):
        self.page, self.finger, self.at, self.down = page, kind == "touch", None, False
        self.input = PointerInput("mouse", "mouse")

    def touch(self, name, *spot):
        self.at = spot or self.at
        points = [{"x": self.at[0], "y": self.at[1]}]
        kinds = {"pointer_down": ("touchStart", points), "pointer_up": ("touchEnd", []),
                 "move_to_location": ("touchMove", points)}
        kind, points = kinds[name]
        if kind == "touchStart" or self.down:
            self.page.driver.execute_cdp_cmd("Input.dispatchTouchEvent",
                                             {"type": kind, "touchPoints": points})
        self.down = self.down and kind != "touchEnd" or kind == "touchStart"

    def act(self, *steps):
        if self.finger:
            for step in steps:
                self.touch(*step)
            return
        builder = ActionBuilder(self.page.driver, mouse=self.input, duration=20)
        for name, *values in steps:
            getattr(builder.pointer_action, name)(*values)
        builder.perform()

    def spot(self, element):
        return self.page.run(SPOT, element)

    def press(self, element):
        before = self.page.run("return " + drive.CHOICE)
        spot = self.spot(element)
        if not spot:
            self.page.run("arguments[0].scrollIntoView({ block: 'center' })", element)
            spot = self.spot(element)
        self.act(("move_to_location", *spot), ("pointer_down",), ("pointer_up",))
        if self.finger and self.page.run("return document.querySelectorAll('.cell.ghost').length > 1"):
            assert self.page.run("return " + drive.CHOICE) == before
            self.act(("pointer_down",), ("pointer_up",))
        changed(self.page, before)

    def carry(self, element, chance):
        """Takes up a thing or what is on a cell, and lets it go over a cell that it can be on."""
        page, before = self.page, self.page.run("return " + drive.CHOICE)
        x, y = self.spot(element)
        self.act(("move_to_location", x, y), ("pointer_down",), ("move_to_location", x - 9, y - 9))
        changed(page, before)
        assert page.run("return document.getElementById('carried').hidden") is False
        spots = [spot for spot in map(self.spot, page.all(CELLS)) if spot]
        x, y = chance.choice(spots)
        self.act(("move_to_location", x, y + ABOVE * self.finger))
        page.until("a ghost", "document.querySelector('.cell.ghost') !== null")
        x, y = self.spot(chance.choice(page.all(".cell.ghost"))) # any cell that it covers
        self.act(("move_to_location", x, y + ABOVE * self.finger))
        page.until("a ghost", "document.querySelector('.cell.ghost') !== null")
        before = page.run("return " + drive.CHOICE)
        self.act(("pointer_up",))
        changed(page, before)
        assert page.run("return document.getElementById('carried').hidden")

    def step(self, chance):
        page = self.page
        made, cells, things = (page.all(each) for each in (drive.MAKE, CELLS, THINGS))
        carried = [each for each in [*things, *page.all(".cell.more")] if self.spot(each) and
                   each.get_attribute("data-group") in ("piece", "tile", None)]
        if made:
            self.press(made[0])
        elif carried and not page.all(HELD):
            self.carry(chance.choice(carried), chance)
        else:
            self.press(chance.choice(cells or things))


class Keyboard:
    def __init__(self, page):
        self.page = page

    def key(self, *keys):
        ActionChains(self.page.driver).send_keys(*keys).perform()

    def reach(self, selector):
        """Tabs to what a selector finds, from where the focus is."""
        for _ in range(200):
            where = self.page.run(
                "const at = document.activeElement, to = document.querySelector(arguments[0]);"
                "return at === document.body ? 'lost' : at.matches(arguments[0]) ? 'there' :"
                "at.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING ? 'on' : 'back'",
                selector)
            assert where != "lost", selector
            if where == "there":
                return
            if where == "on":
                self.key(Keys.TAB)
            else:
                ActionChains(self.page.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(
                    Keys.SHIFT).perform()
        raise AssertionError("no way to " + selector)

    def step(self, chance):
        page, before = self.page, self.page.run("return " + drive.CHOICE)
        things = page.all(THINGS)
        if page.all(drive.MAKE):
            self.reach(drive.MAKE)
        elif page.all(CELLS) and (page.all(HELD) or not things):
            if page.all("#turn[aria-disabled=false]") and chance.random() < 0.5:
                self.key("r")
                changed(page, before)
                before = page.run("return " + drive.CHOICE)
            self.reach('[role=gridcell][tabindex="0"]')
            self.key(*[Keys.PAGE_DOWN] * chance.randrange(1, 9))
        else:
            token = chance.choice(things).get_attribute("data-token")
            self.reach('#things button[data-token="%s"]' % token)
        self.key(Keys.ENTER)
        changed(page, before)


def hand(page, kind):
    return Keyboard(page) if kind == "keys" else Pointer(page, kind)
