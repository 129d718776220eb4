import CSodium

/// The guarded memory of secrets, as a resource of this process.
package enum SecretMemory {
    /// Whether the system locks this many more bytes into RAM; if not, new secrets can reach swap.
    package static func canLock(byteCount: Int) -> Bool {
        precondition(sodium_init() >= 0, "libsodium could not be initialised")
        guard let memory = unsafe sodium_malloc(byteCount) else { return false }
        defer { unsafe sodium_free(memory) }
        // sodium_malloc ignores a failed mlock(2). A second call has the same result.
        return unsafe sodium_mlock(memory, byteCount) == 0
    }
}
