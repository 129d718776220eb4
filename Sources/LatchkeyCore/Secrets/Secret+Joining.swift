extension Secret {
    /// Puts secrets one behind the other into one, without a copy outside of guarded memory.
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
