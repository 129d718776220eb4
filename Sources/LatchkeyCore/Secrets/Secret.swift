import CSodium

/// Secret bytes: a passphrase, a key, a password.
///
/// libsodium allocates the memory between guard pages. The memory is locked into RAM if the system allows it, is left
/// out of core dumps, and is overwritten when the last reference is released. `==` compares in constant time.
///
/// Secrets of up to 256 bytes share guarded memory with others (``SecretSlots``). A larger secret has its own
/// allocation, which becomes read-only once it is filled.
///
/// The bytes leave through ``withBytes(_:)``, ``reveal()`` and ``revealBytes(as:)`` only, and through `revealData()` of
/// `LatchkeyProvider`: search for these names to audit every use.
@safe public final class Secret: Sendable {
    /// The length in bytes.
    public let count: Int

    // Sendable: only the initialisers write the memory, before another reference exists.
    private nonisolated(unsafe) let pointer: UnsafeMutableRawPointer
    /// The slot to release and its owner; `nil` if the secret has its own allocation.
    private let pooled: (slots: SecretSlots, slot: SecretSlot)?

    /// For keys and most passwords.
    private static let shortSlots = SecretSlots(slotByteCount: 64)
    /// For `otpauth` URIs, notes and encoded private keys.
    private static let longSlots = SecretSlots(slotByteCount: 256)

    /// Allocates `count` bytes, set to zero, and lets `initialize` write them.
    public convenience init<Failure>(
        count: Int, initializingWith initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let slots = count <= Self.shortSlots.slotByteCount ? Self.shortSlots : Self.longSlots
        try unsafe self.init(count: count, in: slots, initializingWith: initialize)
    }

    /// Uses one of the given slots if the bytes fit, or else an allocation of its own.
    package init<Failure>(
        count: Int, in slots: SecretSlots,
        initializingWith initialize: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(count >= 0, "the length of a secret is negative")
        self.count = count
        if count <= slots.slotByteCount {
            guard let slot = slots.take() else { preconditionFailure("no guarded memory for \(count) bytes") }
            pooled = (slots, slot)
            unsafe pointer = slot.memory
        } else {
            precondition(sodium_init() >= 0, "libsodium could not be initialised")
            guard let memory = unsafe sodium_malloc(count) else {
                preconditionFailure("no guarded memory for \(count) bytes")
            }
            unsafe sodium_memzero(memory, count)
            pooled = nil
            unsafe pointer = memory
        }
        try unsafe initialize(UnsafeMutableRawBufferPointer(start: pointer, count: count))
        if pooled == nil { _ = unsafe sodium_mprotect_readonly(pointer) }
    }

    deinit {
        if let pooled {
            pooled.slots.release(pooled.slot)
        } else {
            unsafe sodium_free(pointer)
        }
    }

    /// Copies the bytes without an intermediate copy.
    ///
    /// The caller overwrites the original.
    public convenience init(copying bytes: some Collection<UInt8>) {
        unsafe self.init(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Copies the string's UTF-8.
    public convenience init(_ string: String) {
        self.init(copying: string.utf8)
    }

    /// Returns `count` random bytes from the system's generator.
    public static func random(count: Int) -> Secret {
        unsafe Secret(count: count) { bytes in
            if let start = bytes.baseAddress { unsafe randombytes_buf(start, bytes.count) }
        }
    }

    public var isEmpty: Bool { count == 0 }

    /// Calls `body` with the bytes, which are valid during the call only.
    public func withBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(UnsafeRawBufferPointer(start: pointer, count: count))
    }

    /// Copies the secret into a string, for an API that takes nothing else.
    ///
    /// This type does not overwrite the copy. Our programs link an allocator that overwrites memory when it is freed.
    public func reveal() -> String {
        unsafe withBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Copies the secret into a collection of bytes, for an API that takes nothing else.
    ///
    /// The copy is not overwritten by this type.
    public func revealBytes<Bytes>(as type: Bytes.Type = Bytes.self) -> Bytes
    where Bytes: RangeReplaceableCollection, Bytes.Element == UInt8 {
        unsafe withBytes { unsafe Bytes($0) }
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

extension Secret {
    /// Concatenates secrets without a copy outside guarded memory.
    public convenience init(joining parts: [Secret]) {
        unsafe self.init(count: parts.reduce(0) { $0 + $1.count }) { memory in
            var offset = 0
            for part in parts {
                unsafe part.withBytes { bytes in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[offset..<(offset + bytes.count)])
                        .copyMemory(from: bytes)
                }
                offset += part.count
            }
        }
    }
}

extension [UInt8] {
    /// Overwrites the bytes in place.
    ///
    /// Copies of the array keep theirs.
    package mutating func wipe() {
        unsafe withUnsafeMutableBytes { unsafe $0.wipe() }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Overwrites the bytes; the optimiser cannot remove the write.
    package func wipe() {
        if let start = baseAddress { unsafe sodium_memzero(start, count) }
    }
}
