"""logind.py [empty] [SOCKET]: a system bus with a fake logind, or with nothing on it.

Prints the address of the bus, then the events: "inhibit WHAT MODE", "released", "held NUMBER". Each line of stdin is a
key of `actions`. Exits at the end of stdin.
"""

import ctypes
import os
import select
import signal
import subprocess
import sys
import threading
import uuid

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME = "org.freedesktop.login1"
PROPERTIES = "org.freedesktop.DBus.Properties"
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <listen>unix:abstract=/latchkey-tests/%s</listen>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
  </policy>
</busconfig>
"""


def report(*words):
    print(*words, flush=True)


def end_with_parent():
    """Kills the daemon when this process ends (prctl(PR_SET_PDEATHSIG))."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


# A file in memory and an abstract socket leave no files behind, even if the test is killed.
configuration = os.memfd_create("bus.conf")
socket = next((word for word in sys.argv[1:] if word != "empty"), uuid.uuid4())
os.write(configuration, (CONFIGURATION % socket).encode())
daemon = subprocess.Popen(
    ["/usr/bin/dbus-daemon", "--config-file", f"/proc/self/fd/{configuration}", "--nofork", "--print-address"],
    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    pass_fds=[configuration], preexec_fn=end_with_parent)
address = daemon.stdout.readline().strip()
if "empty" in sys.argv:
    report(address)
    sys.stdin.read()
    daemon.kill()
    sys.exit()
bus = dbus.bus.BusConnection(address, mainloop=DBusGMainLoop())
# By default the library kills this process with a signal when the bus closes.
bus.set_exit_on_disconnect(False)
name = dbus.service.BusName(NAME, bus)


class Manager(dbus.service.Object):
    inhibitors = set()

    @dbus.service.method(NAME + ".Manager", in_signature="ssss", out_signature="h")
    def Inhibit(self, what, who, why, mode):
        reading, writing = os.pipe()
        report("inhibit", what, mode)
        self.inhibitors.add(reading)
        # Called when the last copy of the other end is closed.
        GLib.io_add_watch(reading, GLib.IO_HUP, self.report_release)
        descriptor = dbus.types.UnixFd(writing)
        os.close(writing)
        return descriptor

    def report_release(self, reading, condition):
        self.inhibitors.remove(reading)
        os.close(reading)
        report("released")
        return False

    def print_held(self):
        """Prints the number of inhibitors whose other end is open."""
        ends = select.poll()
        for reading in self.inhibitors:
            ends.register(reading, 0)
        report("held", len(self.inhibitors) - len(ends.poll(0)))

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, member):
        return dbus.Boolean(False)

    @dbus.service.signal(NAME + ".Manager", signature="b")
    def PrepareForSleep(self, going):
        pass


class Session(dbus.service.Object):
    def __init__(self, number, user):
        super().__init__(bus, f"/org/freedesktop/login1/session/_3{number}")
        self.user = user

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, member):
        return dbus.Struct(
            (dbus.UInt32(self.user), dbus.ObjectPath("/org/freedesktop/login1/user/_1")), signature="uo")

    @dbus.service.signal(NAME + ".Session", signature="")
    def Lock(self):
        pass

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalid):
        pass

    def hint(self, locked):
        # Like logind, which reports several changes in one signal.
        self.PropertiesChanged(
            NAME + ".Session", {"IdleHint": dbus.Boolean(True), "LockedHint": dbus.Boolean(locked)}, [])


manager = Manager(bus, "/org/freedesktop/login1")
mine, foreign = Session(1, os.getuid()), Session(2, 4711)
loop = GLib.MainLoop()
actions = {
    "sleep": lambda: manager.PrepareForSleep(True), "wake": lambda: manager.PrepareForSleep(False),
    "lock": mine.Lock, "hint": lambda: mine.hint(True), "unhint": lambda: mine.hint(False),
    "lock-foreign": foreign.Lock, "hint-foreign": lambda: foreign.hint(True), "drop": daemon.kill,
    "held": manager.print_held,
}


def read_commands():
    """Reads commands from stdin and runs them on the main loop's thread."""
    for line in sys.stdin:
        GLib.idle_add(lambda action=actions[line.strip()]: (action(), False)[1])
    GLib.idle_add(loop.quit)


threading.Thread(target=read_commands, daemon=True).start()
report(address)
loop.run()
daemon.kill()
