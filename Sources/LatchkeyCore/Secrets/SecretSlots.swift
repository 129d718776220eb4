import CSodium
import Synchronization

/// Hands out places for small secrets from a few pieces of guarded memory.
///
/// A piece of guarded memory costs several system calls and at least four pages, whatever is in it. So secrets up to the
/// size of a slot share one, a *slab*. A slot is zero whenever nobody holds it: it is overwritten when it is given back.
/// A slab goes back to the system once all of its slots are free; one free slab is kept, so that making one secret
/// after another does not cost a slab each.
///
/// **Invariants**
/// - A slab is in `open` exactly when it has a free slot, and knows its place there.
/// - What a slab keeps about its slots is touched under the lock alone.
@safe package final class SecretSlots: Sendable {
    /// The size of a slab: four pages with what libsodium puts in front, so that its end lies at the guard page.
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

    /// How many slabs there are, with and without free slots.
    package var slabCount: Int { state.withLock { $0.slabCount } }

    /// Takes a free slot, all zero; nil when the system has no memory.
    func take() -> SecretSlot? {
        state.withLock { state in
            if state.open.isEmpty {
                guard let slab = SecretSlab(slotByteCount: slotByteCount) else { return nil }
                slab.place = 0
                state.open.append(slab)
                state.emptyCount += 1
                state.slabCount += 1
            }
            let slab = state.open[state.open.count - 1]
            if slab.isEmpty { state.emptyCount -= 1 }
            let slot = slab.takeSlot()
            // It is the last one, which no other place depends on.
            if slab.isFull { state.open.removeLast() }
            return slot
        }
    }

    /// Overwrites a slot and takes it back.
    func giveBack(_ slot: SecretSlot) {
        unsafe sodium_memzero(slot.memory, slotByteCount)
        // A slab that goes is given to the system after the lock is released.
        let leaving: SecretSlab? = state.withLock { state in
            let slab = slot.slab
            if slab.isFull {
                slab.place = state.open.count
                state.open.append(slab)
            }
            slab.giveBack(slot)
            guard slab.isEmpty else { return nil }
            guard state.emptyCount > 0 else {
                state.emptyCount = 1
                return nil
            }
            state.open.swapAt(slab.place, state.open.count - 1)
            state.open[slab.place].place = slab.place
            state.open.removeLast()
            state.slabCount -= 1
            return slab
        }
        withExtendedLifetime(leaving) {}
    }
}

/// A place for one small secret; belongs to whoever took it until it is given back.
@safe struct SecretSlot: @unchecked Sendable {
    // Sendable: it says where the bytes are; who writes them is the business of whoever took the slot.

    let slab: SecretSlab
    let memory: UnsafeMutableRawPointer
}

/// One piece of guarded memory, cut into slots.
@safe final class SecretSlab: @unchecked Sendable {
    // Sendable: everything that changes is read and written under the lock of the pool that owns the slab.

    /// Where the slab is in its pool's list, while it is there.
    var place = 0

    private let memory: UnsafeMutableRawPointer
    private let slotByteCount: Int
    private let slotCount: Int
    /// The free slots; the one given back last is the next to go.
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

    func giveBack(_ slot: SecretSlot) {
        let index = unsafe (slot.memory - memory) / slotByteCount
        free.append(UInt8(index))
    }
}
