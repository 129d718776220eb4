import CSystemd
import Foundation
import LatchkeySystem

/// Watches logind for sleep and locked screens, so that the agent can wipe its secrets.
///
/// A thread of its own reads the system bus. An inhibitor delays sleep until ``readyToSleep()``, for at most the five
/// seconds that logind allows.
final class LoginWatch: Sendable {
    enum Event: Hashable, Sendable {
        /// The machine is about to sleep.
        case suspending
        /// The machine woke up.
        case resumed
        /// A session of this user was locked.
        case locked
    }

    /// The events in order; the stream ends when the bus closes.
    ///
    /// One reader only.
    let events: AsyncStream<Event>

    private let stop: OwnedDescriptor
    private let released: OwnedDescriptor

    /// Connects to the bus.
    ///
    /// Blocks until logind has answered a few calls, each for at most ``LoginBus/timeout``.
    ///
    /// - Parameter address: The address of the system bus; `nil` for the default one.
    /// - Throws: ``SystemError/noLogind(detail:)``.
    init(address: String? = nil, userID: UInt32 = geteuid()) throws(SystemError) {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        let bus = try LoginBus(address: address ?? "unix:path=/run/dbus/system_bus_socket", userID: userID)
        let stopping = try OwnedDescriptor.makePipe()
        let releasing = try OwnedDescriptor.makePipe()
        events = stream
        stop = stopping.write
        released = releasing.write
        // Sendable: from here on, only the new thread uses the bus.
        nonisolated(unsafe) let ownBus = bus
        // The thread owns the read ends only, so that the last reference to the watch closes the write ends.
        try DetachedThread.start { [stop = stopping.read, release = releasing.read] in
            unsafe ownBus.run(stop: stop, release: release) { continuation.yield($0) }
            continuation.finish()
        }
    }

    /// Lets the machine sleep after ``Event/suspending``.
    func readyToSleep() {
        var byte: UInt8 = 1
        _ = unsafe write(released.number, &byte, 1)
    }
}

/// A connection to the bus, for one thread at a time.
@safe private final class LoginBus {
    private static let service = "org.freedesktop.login1"
    private static let managerPath = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    // Set by the initialiser; the C library counts its references.
    private var bus: OpaquePointer?
    private let userID: UInt32
    /// Delays sleep while it is open.
    private var inhibitor: OwnedDescriptor?
    /// Whether logind has announced sleep and the machine has not woken up; only then may the inhibitor be closed.
    private var isSuspending = false
    /// The timeout of a call in microseconds; no event is read during a call.
    private static let timeout: UInt64 = 5_000_000

    init(address: String, userID: UInt32) throws(SystemError) {
        self.userID = userID
        try check(unsafe sd_bus_new(&bus), "new")
        try check(unsafe sd_bus_set_address(bus, address), "address")
        try check(unsafe sd_bus_set_bus_client(bus, 1), "client")
        try check(unsafe sd_bus_set_method_call_timeout(bus, Self.timeout), "timeout")
        try check(unsafe sd_bus_start(bus), "start")
        try match(path: Self.managerPath, interface: Self.manager, member: "PrepareForSleep")
        try match(path: nil, interface: Self.session, member: "Lock")
        try match(path: nil, interface: Self.properties, member: "PropertiesChanged")
        // A property that every logind has, so that a bus without logind is an error now.
        var isIdle: Int32 = 0
        try check(
            unsafe sd_bus_get_property_trivial(
                bus, Self.service, Self.managerPath, Self.manager, "IdleHint", nil, CChar(UInt8(ascii: "b")), &isIdle),
            Self.service)
        inhibit()
    }

    deinit {
        unsafe sd_bus_flush_close_unref(bus)
    }

    /// Emits events until ``stop`` has a byte or the bus closes.
    func run(stop: OwnedDescriptor, release: OwnedDescriptor, _ emit: (LoginWatch.Event) -> Void) {
        while true {
            var message: OpaquePointer?
            let result = unsafe sd_bus_process(bus, &message)
            if result < 0 { return }
            if let message = unsafe message {
                if let event = unsafe event(of: message) { emit(event) }
                unsafe sd_bus_message_unref(message)
            }
            if result > 0 { continue }
            var polls = [
                unsafe pollfd(fd: sd_bus_get_fd(bus), events: Int16(sd_bus_get_events(bus)), revents: 0),
                pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: release.number, events: Int16(POLLIN), revents: 0),
            ]
            if unsafe poll(&polls, nfds_t(polls.count), -1) < 0, errno != EINTR { return }
            if polls[1].revents != 0 { return }
            if polls[2].revents != 0 {
                var byte: UInt8 = 0
                guard unsafe read(release.number, &byte, 1) == 1 else { return }
                // A byte that arrives after the machine woke up must not release the next sleep.
                if isSuspending { inhibitor = nil }
            }
        }
    }

    private func event(of message: OpaquePointer) -> LoginWatch.Event? {
        if unsafe sd_bus_message_is_signal(message, Self.manager, "PrepareForSleep") > 0 {
            var isGoing: Int32 = 0
            guard unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "b")), &isGoing) > 0 else { return nil }
            isSuspending = isGoing != 0
            if !isSuspending { inhibit() }
            return isSuspending ? .suspending : .resumed
        }
        let isLocking =
            unsafe sd_bus_message_is_signal(message, Self.session, "Lock") > 0
            || (sd_bus_message_is_signal(message, Self.properties, "PropertiesChanged") > 0 && saysLocked(message))
        guard isLocking, let path = unsafe sd_bus_message_get_path(message) else { return nil }
        return isForeign(unsafe String(cString: path)) ? nil : .locked
    }

    /// Whether a message sets `LockedHint`; some desktops lock the screen without logind's `Lock` signal.
    private func saysLocked(_ message: OpaquePointer) -> Bool {
        var interface: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &interface) > 0,
            let interface = unsafe interface, unsafe String(cString: interface) == Self.session,
            unsafe sd_bus_message_enter_container(message, CChar(UInt8(ascii: "a")), "{sv}") > 0
        else { return false }
        while unsafe sd_bus_message_enter_container(message, CChar(UInt8(ascii: "e")), "sv") > 0 {
            var name: UnsafePointer<CChar>?
            guard unsafe sd_bus_message_read_basic(message, CChar(UInt8(ascii: "s")), &name) > 0,
                let name = unsafe name
            else { return false }
            if unsafe String(cString: name) == "LockedHint" {
                var isLocked: Int32 = 0
                return unsafe sd_bus_message_enter_container(message, CChar(UInt8(ascii: "v")), "b") > 0
                    && sd_bus_message_read_basic(message, CChar(UInt8(ascii: "b")), &isLocked) > 0 && isLocked != 0
            }
            guard unsafe sd_bus_message_skip(message, "v") >= 0, unsafe sd_bus_message_exit_container(message) >= 0
            else { return false }
        }
        return false
    }

    /// Whether a session belongs to another user; `false` if logind does not answer, since an extra lock does no harm.
    private func isForeign(_ session: String) -> Bool {
        var reply: OpaquePointer?
        guard unsafe sd_bus_get_property(bus, Self.service, session, Self.session, "User", nil, &reply, "(uo)") >= 0
        else { return false }
        defer { unsafe sd_bus_message_unref(reply) }
        var user: UInt32 = .max
        guard unsafe sd_bus_message_enter_container(reply, CChar(UInt8(ascii: "r")), "uo") > 0,
            unsafe sd_bus_message_read_basic(reply, CChar(UInt8(ascii: "u")), &user) > 0
        else { return false }
        return user != userID
    }

    /// Takes an inhibitor that delays sleep; if that fails, secrets are wiped after the machine has woken up.
    private func inhibit() {
        var call: OpaquePointer?
        guard
            unsafe sd_bus_message_new_method_call(
                bus, &call, Self.service, Self.managerPath, Self.manager, "Inhibit") >= 0
        else { return }
        defer { unsafe sd_bus_message_unref(call) }
        for word in ["sleep", "Latchkey", "forget secrets first", "delay"] {
            guard unsafe sd_bus_message_append_basic(call, CChar(UInt8(ascii: "s")), word) >= 0 else { return }
        }
        var reply: OpaquePointer?
        guard unsafe sd_bus_call(bus, call, 0, nil, &reply) >= 0 else { return }
        defer { unsafe sd_bus_message_unref(reply) }
        var descriptor: Int32 = -1
        guard unsafe sd_bus_message_read_basic(reply, CChar(UInt8(ascii: "h")), &descriptor) > 0 else { return }
        // The message closes its own descriptor.
        let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        inhibitor = own >= 0 ? OwnedDescriptor(own) : nil
    }

    private func match(path: String?, interface: String, member: String) throws(SystemError) {
        // The callback does nothing, so that sd_bus_process returns the message to the loop.
        try check(
            unsafe sd_bus_match_signal(bus, nil, Self.service, path, interface, member, { _, _, _ in 0 }, nil), member)
    }

    private func check(_ result: Int32, _ what: String) throws(SystemError) {
        guard result < 0 else { return }
        throw .noLogind(detail: "\(what): error \(-result)")
    }
}
