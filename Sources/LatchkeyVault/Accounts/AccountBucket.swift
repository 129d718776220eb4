/// A part of the index: which tags lead to which records.
struct AccountBucket: Equatable {
    struct Entry: Hashable {
        let tag: UInt64
        let record: RecordIdentifier
    }

    private static let version: UInt8 = 1
    private static let padding = 128
    private static let entryByteCount = 8 + RecordIdentifier.byteCount
    /// Stands for the number of entries of one that is full.
    private static let full = UInt32.max

    private(set) var entries: [Entry] = []
    /// It had too many entries, and has none any more: they are to be looked for everywhere.
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

    var encoded: [UInt8] {
        var bytes = [Self.version]
        bytes.reserveCapacity(Self.padding + entries.count * Self.entryByteCount)
        bytes.appendBigEndian(isFull ? Self.full : UInt32(truncatingIfNeeded: entries.count))
        for entry in entries {
            bytes.appendBigEndian(entry.tag)
            entry.record.append(to: &bytes)
        }
        let remainder = bytes.count % Self.padding
        if remainder > 0 { bytes.append(contentsOf: repeatElement(0, count: Self.padding - remainder)) }
        return bytes
    }

    init?(decoding bytes: ArraySlice<UInt8>) {
        var rest = bytes
        guard rest.popFirst() == Self.version, let number = rest.popBigEndian(UInt32.self) else { return nil }
        isFull = number == Self.full
        guard !isFull else { return }
        guard let count = Int(exactly: number), count <= AccountIndex.entryLimit,
            count * Self.entryByteCount <= rest.count
        else { return nil }
        entries.reserveCapacity(count)
        for _ in 0..<count {
            guard let tag = rest.popBigEndian(UInt64.self),
                let record = RecordIdentifier(bytes: rest.prefix(RecordIdentifier.byteCount))
            else { return nil }
            rest = rest.dropFirst(RecordIdentifier.byteCount)
            entries.append(Entry(tag: tag, record: record))
        }
    }
}
