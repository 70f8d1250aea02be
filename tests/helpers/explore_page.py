"""The page of ``fathom explore`` in a browser, used as people use it: by its texts and its keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.helpers.browser import console, requests, script

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

#: The longest time in seconds to wait for the page. It includes compiling a small game on a machine
#: that is busy.
PATIENCE = 240

#: The elements with a label, and those with a text on them. What can be unfolded has the first text
#: of its summary.
_LABELLED = """.//*[
  @aria-label={0}
  or @id=//label[normalize-space()={0}]/@for
  or @aria-labelledby=//*[normalize-space()={0}]/@id
]"""
_WITH_TEXT = """.//*[
  ((self::button or self::a or self::h1 or self::h2) and normalize-space()={0})
  or (self::button and text()[normalize-space()={0}])
  or (self::details and normalize-space((summary//text())[1])={0})
]"""
_VALUE = """
const field = arguments[0];
if (field.matches("[role=switch]")) {
  return field.getAttribute("aria-checked");
}
return field.matches("select") ? field.selectedOptions[0].text : field.value;
"""
#: The links to the views are left out: on a phone they are meant to scroll sideways.
_TOO_WIDE = """
return [...document.querySelectorAll("html, header, aside, main, #phone-bar")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.clientWidth > innerWidth)
  .map((part) => part.outerHTML.slice(0, 80));
"""
_VALUES = """
const labels = [...arguments[0].querySelectorAll("label")];
return Object.fromEntries(
  labels.map((label) => [label.innerText, document.getElementById(label.htmlFor).value])
);
"""


class Page:
    """An open page.

    Parameters
    ----------
    chrome
        The browser. Its current window shows the page.
    address
        The address of the page, with its token.
    """

    def __init__(self, chrome: Chrome, address: str) -> None:
        self.chrome = chrome
        self.address = address
        self.open()

    def open(self, view: str = "", *, width: int = 1280, scheme: str = "light") -> None:
        """Open the page, and wait until it shows the rules.

        Parameters
        ----------
        view
            The name of a view in the address, such as "versions"; empty for the answer.
        width
            The width of the window in CSS pixels.
        scheme
            The colours that the user prefers: "light" or "dark".
        """
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        self.chrome.get("about:blank")
        self.chrome.get(self.address + (f"#{view}" if view else ""))
        self.wait(lambda: script(self.chrome, "return !!document.querySelector('.rail-title')"))

    def wait(self, condition: Callable[[], Any], message: str = "") -> Any:
        """Wait until a condition is true, and return its value.

        Elements that vanish while the condition is computed count as a condition that is false. The
        message is part of the error if the condition does not become true.
        """
        from selenium.common import NoSuchElementException, StaleElementReferenceException
        from selenium.webdriver.support.wait import WebDriverWait

        gone = (NoSuchElementException, StaleElementReferenceException)
        return WebDriverWait(self.chrome, PATIENCE, 0.05, gone).until(
            lambda _: condition(), message
        )

    @property
    def text(self) -> str:
        """The text that can be seen."""
        return str(script(self.chrome, "return document.body.innerText"))

    def wait_for_text(self, text: str) -> None:
        """Wait until a text can be seen. Line breaks count as spaces."""
        self.wait(lambda: text in " ".join(self.text.split()), f"missing: {text}")

    def wait_until_gone(self, text: str) -> None:
        """Wait until a text cannot be seen any more."""
        self.wait(lambda: text not in " ".join(self.text.split()), f"still there: {text}")

    def elements(self, name: str, within: str = "") -> list[WebElement]:
        """Return the elements that can be seen and have a name, those with a label first.

        Parameters
        ----------
        name
            A label, the text on the element, or the title of what can be unfolded.
        within
            The name of the element to search; empty for the whole page.
        """
        from selenium.webdriver.common.by import By

        root = self.elements(within)[0] if within else self.chrome.find_element(By.TAG_NAME, "body")
        quoted = f"'{name}'" if '"' in name else f'"{name}"'
        elements = [
            element
            for path in (_LABELLED, _WITH_TEXT)
            for element in root.find_elements(By.XPATH, path.format(quoted))
        ]
        return [element for element in elements if element.is_displayed()]

    def element(self, name: str, within: str = "") -> WebElement:
        """Wait until an element with a name can be seen, and return it."""
        first: WebElement = self.wait(
            lambda: next(iter(self.elements(name, within)), None), f"missing: {name}"
        )
        return first

    def click(self, name: str, within: str = "") -> None:
        """Click the element with a name."""
        self._in_view(name, within).click()

    def unfold(self, name: str) -> None:
        """Open a group or a table that is folded, by its title."""
        from selenium.webdriver.common.by import By

        self._in_view(name).find_element(By.TAG_NAME, "summary").click()
        self.wait(lambda: self.element(name).get_attribute("open"))

    def value(self, name: str, within: str = "") -> str:
        """Return what a field shows: its text, its chosen option, or whether it is "true"."""
        return str(script(self.chrome, _VALUE, self.element(name, within)))

    def values(self, name: str) -> dict[str, str]:
        """Return what all fields of a table show, by their labels."""
        values: dict[str, str] = script(self.chrome, _VALUES, self.element(name))
        return values

    def wait_for_value(self, name: str, value: str, within: str = "") -> None:
        """Wait until a field shows a value."""
        self.wait(lambda: self.value(name, within) == value, f"{name} is not {value}")

    def fill(self, name: str, text: str, within: str = "") -> WebElement:
        """Replace the text of a field, and return the field."""
        from selenium.webdriver.common.keys import Keys

        field = self._in_view(name, within)
        field.click()
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text)
        return field

    def type(self, name: str, text: str, within: str = "") -> None:
        """Replace the text of a field, and press Enter."""
        from selenium.webdriver.common.keys import Keys

        self.fill(name, text, within).send_keys(Keys.ENTER)

    def _in_view(self, name: str, within: str = "") -> WebElement:
        """Scroll to an element, and return it."""
        element = self.element(name, within)
        script(self.chrome, "arguments[0].scrollIntoView({block: 'center'})", element)
        return element

    def choose(self, name: str, label: str) -> None:
        """Choose an option of a list by its label."""
        from selenium.webdriver.support.select import Select

        Select(self.element(name)).select_by_visible_text(label)

    def press(self, *keys: str, shift: bool = False) -> None:
        """Press keys one after the other, where the focus is."""
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        presses = ActionChains(self.chrome)
        if shift:
            presses.key_down(Keys.SHIFT)
        presses.send_keys(*keys)
        if shift:
            presses.key_up(Keys.SHIFT)
        presses.perform()

    def frame(self) -> WebElement:
        """Wait until a document is shown in a frame, and return the frame."""
        from selenium.webdriver.common.by import By

        frame: WebElement = self.wait(lambda: self.chrome.find_element(By.TAG_NAME, "iframe"))
        return frame

    def too_wide(self) -> list[str]:
        """Return the parts of the page that contain something wider than the part itself."""
        parts: list[str] = script(self.chrome, _TOO_WIDE)
        return parts

    @property
    def is_dark(self) -> bool:
        """True if the background is dark."""
        colour = script(self.chrome, "return getComputedStyle(document.body).backgroundColor")
        red, green, blue = map(int, re.findall(r"\d+", colour)[:3])
        return red + green + blue < 3 * 128

    def problems(self) -> list[str]:
        """Return messages on the console and requests to other places, since the last call."""
        others = [
            url for url in requests(self.chrome) if not url.startswith((self.address, "data:"))
        ]
        return console(self.chrome) + [url for url in others if url != "about:blank"]
