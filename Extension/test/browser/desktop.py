"""Browsers with real windows on an X server that the tests start: the browser controls sizes and focus, not a driver.

Without a window manager, only the browser changes its windows. With one, windows have title bars and frames.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Playwright

from chromium import PROGRAM, Chromium
from driving import EXTENSION
from firefox import Firefox
from server import Sites
from waiting import eventually
from world import World

#: Size of the screen in pixels.
SCREEN = (1280, 900)


@contextmanager
def display(size: tuple[int, int] = SCREEN) -> Iterator[str]:
    """Starts an X server with a screen of this size in pixels and yields the name of its display."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp",
         # Without it, the server restarts when its first client ends.
         "-noreset"],
        pass_fds=[writing], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)


@contextmanager
def window_manager(screen: str, home: Path) -> Iterator[None]:
    """Runs a window manager, which gives the windows of a display title bars and frames."""
    ready = home / "window-manager"
    running = subprocess.Popen(
        ["openbox", "--sm-disable", "--startup", f"touch {ready}"],
        env={"DISPLAY": screen, "HOME": str(home), "PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        eventually("the window manager runs", ready.exists)
        yield
    finally:
        running.terminate()
        running.wait(10)


class DesktopChromium(Chromium):
    """Chromium started without a driver. The driver connects later and emulates neither size nor focus."""

    def __init__(self, world: World, sites: Sites, playwright: Playwright, screen: str, scale: float = 1,
                 extension: Path = EXTENSION, is_dark: bool = False):
        self.world, self.profile = world, world.folder("chromium-desktop")
        rules = ", ".join(f"MAP *.test:{usual} 127.0.0.1:{port}"
                          for usual, port in ((443, sites.https_port), (80, sites.http_port)))
        environment = {name: value for name, value in world.environment.items() if name != "MOZ_HEADLESS"}
        self.started = subprocess.Popen(
            [PROGRAM, f"--user-data-dir={self.profile}", "--remote-debugging-port=0", "--no-first-run",
             "--no-default-browser-check", "--password-store=basic", "--lang=en-US", "--ozone-platform=x11",
             f"--force-device-scale-factor={scale}", "--window-position=20,20",
             "--disable-dev-shm-usage", f"--load-extension={extension}", f"--disable-extensions-except={extension}",
             *(["--force-dark-mode"] if is_dark else []),
             f"--host-resolver-rules={rules}", "--ignore-certificate-errors",
             "--disable-features=HttpsUpgrades,DisableLoadExtensionCommandLineSwitch",
             *(["--no-sandbox"] if os.geteuid() == 0 else []), "about:blank"],
            env=environment | {"DISPLAY": screen, "LANGUAGE": "en_US"}, cwd="/", stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        active = self.profile / "DevToolsActivePort"
        port = eventually("Chromium listens", lambda: active.exists() and active.read_text().split("\n")[0], 60)
        self._connected = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}", no_defaults=True)
        [self.context] = self._connected.contexts
        self._known, self._own = {}, None

    def close(self) -> None:
        self._connected.close()
        self.started.terminate()
        self.started.wait(15)


class DesktopFirefox(Firefox):
    """Firefox with windows."""

    def __init__(self, world: World, sites: Sites, screen: str, scale: float = 1, extension: Path = EXTENSION,
                 is_dark: bool = False):
        self._more = {"layout.css.devPixelsPerPx": str(scale), "ui.systemUsesDarkTheme": int(is_dark)}
        super().__init__(world, sites, extension=extension, screen=screen)

    def preferences(self, sites: Sites | None, identifier: str) -> dict[str, object]:
        return super().preferences(sites, identifier) | self._more


def open_desktop(name: str, world: World, sites: Sites, playwright: Playwright, screen: str, scale: float = 1,
                 extension: Path = EXTENSION, is_dark: bool = False) -> Chromium | Firefox:
    """Starts a browser with windows on a display. `scale` is the number of pixels for each CSS pixel."""
    if name == "firefox":
        return DesktopFirefox(world, sites, screen, scale, extension, is_dark)
    return DesktopChromium(world, sites, playwright, screen, scale, extension, is_dark)
