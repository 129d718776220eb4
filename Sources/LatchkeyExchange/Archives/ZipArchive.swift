import Foundation

/// What is wrong with an archive.
public enum ArchiveFlaw: Hashable, Sendable {
    /// It ends too early, or its parts contradict each other.
    case broken
    /// A name leads out of the folder that it would be unpacked in, or is no text.
    case unsafeName
    /// Two files have one name, so that two programs may see different ones.
    case duplicateName
    case tooManyFiles
    /// A file is encrypted, or packed in a way that exports are not.
    case unknownMethod
    /// A file becomes larger than any export, or out of proportion to what it was packed as.
    case expandsTooMuch
    /// What came out is not what went in.
    case wrongChecksum
    /// There is no export in it that is known.
    case noExport
}

/// A zip archive (PKWARE's application note), whose directory alone says what is in it.
///
/// Nothing is ever unpacked to a disk. Names, sizes and proportions are checked for the whole archive before any file of
/// it is unpacked, and a file is unpacked no further than its directory says.
struct ZipArchive {
    enum Limit {
        static let files = 100_000
        static let nameBytes = 4096
        /// How many times larger than packed a file may be; JSON shrinks to a tenth or so, made-up data further.
        static let ratio = 200
        /// Below this no proportion is too large.
        static let harmlessBytes = 4 * 1024 * 1024
    }

    struct File {
        let name: String
        fileprivate let isPlain: Bool
        fileprivate let checksum: UInt32
        fileprivate let packed: Int
        fileprivate let unpacked: Int
        fileprivate let offset: Int
    }

    private let bytes: [UInt8]
    let files: [File]

    /// Whether a file begins as an archive does.
    static func begins(_ head: ArraySlice<UInt8>) -> Bool {
        head.starts(with: [0x50, 0x4B, 0x03, 0x04])
    }

    /// Reads the directory.
    ///
    /// - Throws: ``ExchangeError/archive(_:)``.
    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        let reader = LittleEndian(bytes)
        guard let end = reader.endOfDirectory() else { throw ExchangeError.archive(.broken) }
        guard end.count <= Limit.files else { throw ExchangeError.archive(.tooManyFiles) }
        var (files, names): ([File], Set<String>) = ([], [])
        var offset = end.offset
        for _ in 0..<end.count {
            let (file, next) = try Self.file(at: offset, in: reader)
            // Some systems take two names for one that differ in case alone.
            guard names.insert(file.name.lowercased()).inserted else { throw ExchangeError.archive(.duplicateName) }
            files.append(file)
            offset = next
        }
        self.files = files
    }

    /// Unpacks one file.
    ///
    /// - Throws: ``ExchangeError/archive(_:)``, ``ExchangeError/tooLarge(limit:)``.
    func unpack(_ file: File) throws -> [UInt8] {
        let reader = LittleEndian(bytes)
        guard file.unpacked <= ByteSource.wholeFileLimit else {
            throw ExchangeError.tooLarge(limit: ByteSource.wholeFileLimit)
        }
        guard reader.four(file.offset) == 0x0403_4B50, let name = reader.two(file.offset + 26),
            let extra = reader.two(file.offset + 28)
        else { throw ExchangeError.archive(.broken) }
        let start = file.offset + 30 + name + extra
        guard start <= bytes.count, file.packed <= bytes.count - start else { throw ExchangeError.archive(.broken) }
        let packed = bytes[start..<(start + file.packed)]
        let content = file.isPlain ? Array(packed) : try Inflater.inflate(packed, limit: file.unpacked)
        guard content.count == file.unpacked else { throw ExchangeError.archive(.broken) }
        guard Inflater.checksum(content) == file.checksum else { throw ExchangeError.archive(.wrongChecksum) }
        return content
    }

    /// Reads one entry of the directory, and says where the next one begins.
    private static func file(at offset: Int, in reader: LittleEndian) throws -> (File, next: Int) {
        guard reader.four(offset) == 0x0201_4B50, let flags = reader.two(offset + 8),
            let method = reader.two(offset + 10), let checksum = reader.four(offset + 16),
            let nameCount = reader.two(offset + 28), let extraCount = reader.two(offset + 30),
            let commentCount = reader.two(offset + 32), let name = reader.slice(offset + 46, count: nameCount),
            let sizes = Sizes(at: offset, nameCount: nameCount, extraCount: extraCount, in: reader)
        else { throw ExchangeError.archive(.broken) }
        guard flags & 1 == 0, method == 0 || method == 8 else { throw ExchangeError.archive(.unknownMethod) }
        guard let text = safeName(name) else { throw ExchangeError.archive(.unsafeName) }
        guard method == 8 || sizes.packed == sizes.unpacked else { throw ExchangeError.archive(.broken) }
        guard sizes.unpacked <= Limit.harmlessBytes || sizes.unpacked / Limit.ratio <= sizes.packed else {
            throw ExchangeError.archive(.expandsTooMuch)
        }
        let file = File(
            name: text, isPlain: method == 0, checksum: UInt32(truncatingIfNeeded: checksum), packed: sizes.packed,
            unpacked: sizes.unpacked, offset: sizes.offset)
        return (file, offset + 46 + nameCount + extraCount + commentCount)
    }

    /// A name below the folder that an archive is unpacked in; nil for any other.
    private static func safeName(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count <= Limit.nameBytes, let name = String(validating: bytes, as: UTF8.self) else { return nil }
        guard !name.isEmpty, !bytes.contains(0), !bytes.contains(UInt8(ascii: "\\")), !name.hasPrefix("/"),
            !name.split(separator: "/").contains("..")
        else { return nil }
        return name
    }
}

/// The sizes of a file, and where it lies; large ones stand in a field of their own.
private struct Sizes {
    let packed: Int
    let unpacked: Int
    let offset: Int

    init?(at entry: Int, nameCount: Int, extraCount: Int, in reader: LittleEndian) {
        guard let packed = reader.four(entry + 20), let unpacked = reader.four(entry + 24),
            let offset = reader.four(entry + 42)
        else { return nil }
        var numbers = [unpacked, packed, offset]
        if numbers.contains(0xFFFF_FFFF) {
            guard var place = reader.field(1, from: entry + 46 + nameCount, count: extraCount) else { return nil }
            for index in numbers.indices where numbers[index] == 0xFFFF_FFFF {
                guard let number = reader.eight(place) else { return nil }
                numbers[index] = number
                place += 8
            }
        }
        (self.unpacked, self.packed, self.offset) = (numbers[0], numbers[1], numbers[2])
    }
}

/// Numbers of an archive; nil for what lies outside of it.
private struct LittleEndian {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func slice(_ offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return bytes[offset..<(offset + count)]
    }

    func two(_ offset: Int) -> Int? { number(offset, count: 2) }

    func four(_ offset: Int) -> Int? { number(offset, count: 4) }

    /// Nil also for more than any file has.
    func eight(_ offset: Int) -> Int? {
        guard let high = four(offset + 4), high < 0x8000 else { return nil }
        return four(offset).map { high << 32 | $0 }
    }

    /// Finds the end of the directory, which a comment may follow, and what it says.
    func endOfDirectory() -> (count: Int, offset: Int)? {
        for start in stride(from: bytes.count - 22, through: max(0, bytes.count - 22 - 0xFFFF), by: -1) {
            guard four(start) == 0x0605_4B50, let comment = two(start + 20), start + 22 + comment == bytes.count,
                let disks = four(start + 4), disks == 0, let count = two(start + 10), let offset = four(start + 16)
            else { continue }
            if count != 0xFFFF, offset != 0xFFFF_FFFF { return (count, offset) }
            // A locator in front leads to a larger end.
            guard four(start - 20) == 0x0706_4B50, let place = eight(start - 12), four(place) == 0x0606_4B50,
                let largeCount = eight(place + 32), let largeOffset = eight(place + 48)
            else { return nil }
            return (largeCount, largeOffset)
        }
        return nil
    }

    /// Finds an extra field by its number; the place of its content.
    func field(_ number: Int, from start: Int, count: Int) -> Int? {
        var offset = start
        while let id = two(offset), let length = two(offset + 2), offset + 4 + length <= start + count {
            if id == number { return offset + 4 }
            offset += 4 + length
        }
        return nil
    }

    private func number(_ offset: Int, count: Int) -> Int? {
        slice(offset, count: count).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
    }
}
