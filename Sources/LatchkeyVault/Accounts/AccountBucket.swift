import LatchkeyCore

/// One bucket of the account index: a list of tags and records.
package struct AccountBucket: Equatable {
    struct Entry: Hashable {
        let tag: UInt64
        let record: RecordIdentifier
    }

    private static let version: UInt8 = 1
    private static let padding = 128
    private static let entryByteCount = 8 + RecordIdentifier.byteCount
    /// Encoded instead of the number of entries if the bucket is full.
    private static let full = UInt32.max

    private(set) var entries: [Entry] = []
    /// Whether the bucket has exceeded its limit.
    ///
    /// It has no entries then, so every record must be searched.
    private(set) var isFull = false

    var isEmpty: Bool { entries.isEmpty && !isFull }

    init() {}

    mutating func add(_ entry: Entry) {
        guard !isFull else { return }
        entries.append(entry)
        guard entries.count > AccountIndex.entryLimit else { return }
        entries = []
        isFull = true
    }

    mutating func remove(_ entry: Entry) {
        entries.removeAll { $0 == entry }
    }

    package var encoded: [UInt8] {
        var output = ByteWriter(capacity: Self.padding + entries.count * Self.entryByteCount)
        output.write(byte: Self.version)
        output.write(isFull ? Self.full : UInt32(truncatingIfNeeded: entries.count))
        for entry in entries {
            output.write(entry.tag)
            entry.record.write(to: &output)
        }
        output.pad(toMultipleOf: Self.padding)
        return output.bytes
    }

    package init?(decoding bytes: ArraySlice<UInt8>) {
        var input = ByteReader(bytes)
        guard input.readByte() == Self.version, let number = input.read(UInt32.self) else { return nil }
        isFull = number == Self.full
        guard !isFull else { return }
        guard let count = Int(exactly: number), count <= AccountIndex.entryLimit,
            count * Self.entryByteCount <= input.remaining.count
        else { return nil }
        entries.reserveCapacity(count)
        for _ in 0..<count {
            guard let tag = input.read(UInt64.self),
                let record = input.read(count: RecordIdentifier.byteCount).flatMap(RecordIdentifier.init(bytes:))
            else { return nil }
            entries.append(Entry(tag: tag, record: record))
        }
    }
}
