import CSodium
import Synchronization

/// A pool of guarded memory for small secrets.
///
/// An allocation of guarded memory costs several system calls and at least four pages. Small secrets therefore share
/// one allocation, a *slab*, which is divided into slots. A slot is overwritten when it is released, so a free slot is
/// all zeros. A slab is freed when all of its slots are free. One free slab is kept, so that creating and releasing a
/// single secret does not allocate each time.
///
/// **Invariants**
/// - `open` contains exactly the slabs with a free slot, and each of them knows its index there.
/// - The lock protects the free lists of all slabs.
@safe package final class SecretSlots: Sendable {
    /// The size of a slab in bytes.
    ///
    /// With libsodium's canary it fills four pages and ends at the guard page.
    package static let slabByteCount = 4 * 4096 - 16

    package let slotByteCount: Int

    private let state = Mutex(State())

    private struct State {
        var open: [SecretSlab] = []
        var emptyCount = 0
        var slabCount = 0
    }

    package init(slotByteCount: Int) {
        precondition((1...256).contains(slotByteCount), "slots of this size do not fit a slab")
        self.slotByteCount = slotByteCount
    }

    /// The number of slabs, including full ones.
    package var slabCount: Int { state.withLock { $0.slabCount } }

    /// Takes a free slot, which is all zeros; `nil` if no memory is available.
    func take() -> SecretSlot? {
        state.withLock { state in
            if state.open.isEmpty {
                guard let slab = SecretSlab(slotByteCount: slotByteCount) else { return nil }
                slab.openIndex = 0
                state.open.append(slab)
                state.emptyCount += 1
                state.slabCount += 1
            }
            let slab = state.open[state.open.count - 1]
            if slab.isEmpty { state.emptyCount -= 1 }
            let slot = slab.takeSlot()
            // The slab is the last one, so no other index changes.
            if slab.isFull { state.open.removeLast() }
            return slot
        }
    }

    /// Overwrites a slot and releases it.
    func release(_ slot: SecretSlot) {
        unsafe sodium_memzero(slot.memory, slotByteCount)
        // An unused slab is freed after the lock is released.
        let unused: SecretSlab? = state.withLock { state in
            let slab = slot.slab
            if slab.isFull {
                slab.openIndex = state.open.count
                state.open.append(slab)
            }
            slab.release(slot)
            guard slab.isEmpty else { return nil }
            guard state.emptyCount > 0 else {
                state.emptyCount = 1
                return nil
            }
            state.open.swapAt(slab.openIndex, state.open.count - 1)
            state.open[slab.openIndex].openIndex = slab.openIndex
            state.open.removeLast()
            state.slabCount -= 1
            return slab
        }
        withExtendedLifetime(unused) {}
    }
}

/// The memory of one small secret, owned by its ``Secret`` until it is released.
@safe struct SecretSlot: @unchecked Sendable {
    // Sendable: the slot is an address only; its owner synchronizes access to the bytes.

    let slab: SecretSlab
    let memory: UnsafeMutableRawPointer
}

/// One allocation of guarded memory, divided into slots.
@safe final class SecretSlab: @unchecked Sendable {
    // Sendable: the lock of the pool protects all mutable state.

    /// The index in the pool's `open`; unspecified for a full slab.
    var openIndex = 0

    private let memory: UnsafeMutableRawPointer
    private let slotByteCount: Int
    private let slotCount: Int
    /// The indexes of the free slots; the last one is taken first.
    private var free: [UInt8]

    init?(slotByteCount: Int) {
        precondition(sodium_init() >= 0, "libsodium could not be initialised")
        guard let memory = unsafe sodium_malloc(SecretSlots.slabByteCount) else { return nil }
        unsafe sodium_memzero(memory, SecretSlots.slabByteCount)
        unsafe self.memory = memory
        self.slotByteCount = slotByteCount
        slotCount = min(SecretSlots.slabByteCount / slotByteCount, Int(UInt8.max))
        free = (0..<slotCount).reversed().map { UInt8($0) }
    }

    deinit {
        unsafe sodium_free(memory)
    }

    var isEmpty: Bool { free.count == slotCount }
    var isFull: Bool { free.isEmpty }

    func takeSlot() -> SecretSlot {
        let index = Int(free.removeLast())
        return unsafe SecretSlot(slab: self, memory: memory + index * slotByteCount)
    }

    func release(_ slot: SecretSlot) {
        let index = unsafe (slot.memory - memory) / slotByteCount
        free.append(UInt8(index))
    }
}
