import CSodium
package import Foundation

// For bytes that somebody else's API handed out, or takes, as plain memory: ours to overwrite once they are used.

extension Secret {
    /// Takes over bytes that nobody else holds, and overwrites them where they were.
    package convenience init(wiping data: inout Data) {
        self.init(copying: data)
        data.wipe()
    }
}

extension Data {
    /// Overwrites the bytes in their place, before they are freed.
    ///
    /// Reaches nothing of a copy that somebody else still holds.
    package mutating func wipe() {
        unsafe withUnsafeMutableBytes { unsafe $0.wipe() }
    }
}

extension [UInt8] {
    /// Overwrites the bytes in their place, before they are freed.
    ///
    /// Reaches nothing of a copy that somebody else still holds.
    package mutating func wipe() {
        unsafe withUnsafeMutableBytes { unsafe $0.wipe() }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// By a call that no optimiser takes for a write in vain.
    fileprivate func wipe() {
        if let start = baseAddress { unsafe sodium_memzero(start, count) }
    }
}
