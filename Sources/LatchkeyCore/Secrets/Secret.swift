public import Foundation
import CSodium

/// Bytes that must not outlive their use: a passphrase, a key, a password on its way.
///
/// The bytes lie in memory of libsodium's own: locked into RAM where the system allows it, between guard pages, left
/// out of core dumps, and overwritten when the last reference goes. `==` takes the same time wherever two secrets of
/// one length differ.
///
/// Secrets of up to 256 bytes share such memory with others (``SecretSlots``). Larger ones have a piece of their own,
/// which is read-only from the moment that it is filled, and whose guard pages catch a read or write past its end.
///
/// A secret leaves through ``withBytes(_:)`` and ``reveal()`` only, so that a search for these two names is the audit.
@safe public final class Secret: Sendable {
    /// How many bytes the secret has.
    public let count: Int

    // Sendable: the memory is written in the initialisers alone, before anyone else can hold the reference.
    private nonisolated(unsafe) let pointer: UnsafeMutableRawPointer
    /// The slot to give back, and to whom; nil for a secret with memory of its own.
    private let place: (slots: SecretSlots, slot: SecretSlot)?

    /// For keys, and for most passwords.
    private static let shortSlots = SecretSlots(slotByteCount: 64)
    /// For what is longer: addresses of codes, notes, private keys in their envelope.
    private static let longSlots = SecretSlots(slotByteCount: 256)

    /// Makes room for `count` bytes and lets `initialize` write them.
    public convenience init<Failure>(
        count: Int, initializingWith initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let slots = count <= Self.shortSlots.slotByteCount ? Self.shortSlots : Self.longSlots
        try unsafe self.init(count: count, in: slots, initializingWith: initialize)
    }

    /// Takes a slot of the given ones where the bytes fit in, and memory of its own otherwise.
    package init<Failure>(
        count: Int, in slots: SecretSlots,
        initializingWith initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(count >= 0, "a secret has no negative length")
        self.count = count
        if count <= slots.slotByteCount {
            guard let slot = slots.take() else { preconditionFailure("no guarded memory for \(count) bytes") }
            place = (slots, slot)
            unsafe pointer = slot.memory
        } else {
            precondition(sodium_init() >= 0, "libsodium could not be initialised")
            guard let memory = unsafe sodium_malloc(count) else {
                preconditionFailure("no guarded memory for \(count) bytes")
            }
            unsafe sodium_memzero(memory, count)
            place = nil
            unsafe pointer = memory
        }
        try unsafe initialize(UnsafeMutableRawBufferPointer(start: pointer, count: count))
        if place == nil { _ = unsafe sodium_mprotect_readonly(pointer) }
    }

    deinit {
        if let place {
            place.slots.giveBack(place.slot)
        } else {
            unsafe sodium_free(pointer)
        }
    }

    /// Copies bytes that are somebody else's; the caller sees to it that the original goes.
    public convenience init(copying bytes: some Sequence<UInt8>) {
        self.init(copying: Array(bytes))
    }

    /// Copies bytes that are somebody else's, without another copy on the way.
    public convenience init(copying bytes: some Collection<UInt8>) {
        unsafe self.init(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Copies the UTF-8 of a string that Apple's API, JSON or a terminal handed over.
    public convenience init(_ string: String) {
        self.init(copying: string.utf8)
    }

    /// Makes a secret of `count` random bytes from the system's generator.
    public static func random(count: Int) -> Secret {
        unsafe Secret(count: count) { bytes in
            if let start = bytes.baseAddress { unsafe randombytes_buf(start, bytes.count) }
        }
    }

    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes for the time of one call.
    public func withBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeRawBufferPointer(start: pointer, count: count))
    }

    /// Copies the secret into a string, for an API that takes nothing else.
    ///
    /// The copy is not overwritten by this type. Programs of ours link an allocator that does it when it is freed.
    public func reveal() -> String {
        unsafe withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Copies the secret into data, for an API that takes nothing else.
    public func revealData() -> Data {
        unsafe withBytes { unsafe Data($0) }
    }
}

extension Secret: Equatable {
    public static func == (left: Secret, right: Secret) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe sodium_memcmp(left.pointer, right.pointer, left.count) == 0
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
