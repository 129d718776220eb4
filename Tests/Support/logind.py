"""A system bus with a small logind of the tests' own: prints the bus's address, then what happens; does what stdin says."""

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


def say(*words):
    print(*words, flush=True)


def end_with_parent():
    """The daemon never outlives a test, however that ends (prctl(PR_SET_PDEATHSIG))."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


# Neither the bus nor what it is told leaves a file behind, however a test ends.
configuration = os.memfd_create("bus.conf")
os.write(configuration, (CONFIGURATION % uuid.uuid4()).encode())
daemon = subprocess.Popen(
    ["/usr/bin/dbus-daemon", "--config-file", f"/proc/self/fd/{configuration}", "--nofork", "--print-address"],
    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    pass_fds=[configuration], preexec_fn=end_with_parent)
address = daemon.stdout.readline().strip()
if "empty" in sys.argv:
    say(address)
    sys.stdin.read()
    daemon.kill()
    sys.exit()
bus = dbus.bus.BusConnection(address, mainloop=DBusGMainLoop())
# When the bus goes, so do we; the library's own way out is a signal.
bus.set_exit_on_disconnect(False)
name = dbus.service.BusName(NAME, bus)


class Manager(dbus.service.Object):
    inhibitors = set()

    @dbus.service.method(NAME + ".Manager", in_signature="ssss", out_signature="h")
    def Inhibit(self, what, who, why, mode):
        reading, writing = os.pipe()
        say("inhibit", what, mode)
        self.inhibitors.add(reading)
        # Told when the last holder of the other end has let go.
        GLib.io_add_watch(reading, GLib.IO_HUP, self.let_go)
        descriptor = dbus.types.UnixFd(writing)
        os.close(writing)
        return descriptor

    def let_go(self, reading, condition):
        self.inhibitors.remove(reading)
        os.close(reading)
        say("released")
        return False

    def tell_holders(self):
        """How many inhibitors have somebody who holds them."""
        ends = select.poll()
        for reading in self.inhibitors:
            ends.register(reading, 0)
        say("held", len(self.inhibitors) - len(ends.poll(0)))

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
        # In the company that it has: logind tells several at once.
        self.PropertiesChanged(
            NAME + ".Session", {"IdleHint": dbus.Boolean(True), "LockedHint": dbus.Boolean(locked)}, [])


manager = Manager(bus, "/org/freedesktop/login1")
mine, foreign = Session(1, os.getuid()), Session(2, 4711)
loop = GLib.MainLoop()
actions = {
    "sleep": lambda: manager.PrepareForSleep(True), "wake": lambda: manager.PrepareForSleep(False),
    "lock": mine.Lock, "hint": lambda: mine.hint(True), "unhint": lambda: mine.hint(False),
    "lock-foreign": foreign.Lock, "hint-foreign": lambda: foreign.hint(True), "drop": daemon.kill,
    "held": manager.tell_holders,
}


def obey():
    """Takes stdin line by line; on the loop's thread happens only what the bus is needed for."""
    for line in sys.stdin:
        GLib.idle_add(lambda action=actions[line.strip()]: (action(), False)[1])
    GLib.idle_add(loop.quit)


threading.Thread(target=obey, daemon=True).start()
say(address)
loop.run()
daemon.kill()
