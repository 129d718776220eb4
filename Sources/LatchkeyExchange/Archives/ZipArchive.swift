import LatchkeyCore

/// Why an archive cannot be read.
public enum ArchiveFlaw: Hashable, Sendable {
    /// The archive is truncated, or its parts contradict each other.
    case broken
    /// A file name is not UTF-8, or its path leaves the archive's folder.
    case unsafeName
    /// Two files have the same name, so two programs could read different ones.
    case duplicateName
    case tooManyFiles
    /// A file is encrypted, or compressed with a method other than DEFLATE.
    case unknownMethod
    /// A file is larger than any export, or its compression ratio exceeds the limit.
    case expandsTooMuch
    case wrongChecksum
    /// The archive contains no export of a known program.
    case noExport
}

/// A zip archive (PKWARE's application note), read by its central directory only.
///
/// No file is written to the disk. Names, sizes and compression ratios of the whole archive are checked before any file
/// is decompressed, and decompression stops at the size in the directory.
struct ZipArchive {
    enum Limit {
        static let files = 100_000
        static let nameBytes = 4096
        /// The maximum ratio of the sizes after and before decompression; JSON has a ratio of about 10.
        static let ratio = 200
        /// Up to this size in bytes, every ratio is accepted.
        static let anyRatioBytes = 4 * 1024 * 1024
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

    /// Whether a file begins with the signature of a zip archive.
    static func begins(_ head: ArraySlice<UInt8>) -> Bool {
        head.starts(with: [0x50, 0x4B, 0x03, 0x04])
    }

    /// Reads the central directory.
    ///
    /// - Throws: ``ExchangeError/archive(_:)``.
    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        let reader = ArchiveReader(bytes)
        guard let end = reader.endOfDirectory() else { throw ExchangeError.archive(.broken) }
        guard end.count <= Limit.files else { throw ExchangeError.archive(.tooManyFiles) }
        var (files, names): ([File], Set<String>) = ([], [])
        var offset = end.offset
        for _ in 0..<end.count {
            let (file, next) = try Self.file(at: offset, in: reader)
            // Names that differ in case only are one name on some systems.
            guard names.insert(file.name.lowercased()).inserted else { throw ExchangeError.archive(.duplicateName) }
            files.append(file)
            offset = next
        }
        self.files = files
    }

    /// Returns the content of a file.
    ///
    /// - Throws: ``ExchangeError/archive(_:)``, ``ExchangeError/tooLarge(limit:)``.
    func unpack(_ file: File) throws -> [UInt8] {
        let reader = ArchiveReader(bytes)
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

    /// Reads one entry of the directory, and returns the offset of the next one.
    private static func file(at offset: Int, in reader: ArchiveReader) throws -> (File, next: Int) {
        guard reader.four(offset) == 0x0201_4B50, let flags = reader.two(offset + 8),
            let method = reader.two(offset + 10), let checksum = reader.four(offset + 16),
            let nameCount = reader.two(offset + 28), let extraCount = reader.two(offset + 30),
            let commentCount = reader.two(offset + 32), let name = reader.slice(offset + 46, count: nameCount),
            let sizes = Sizes(at: offset, nameCount: nameCount, extraCount: extraCount, in: reader)
        else { throw ExchangeError.archive(.broken) }
        guard flags & 1 == 0, method == 0 || method == 8 else { throw ExchangeError.archive(.unknownMethod) }
        guard let text = safeName(name) else { throw ExchangeError.archive(.unsafeName) }
        guard method == 8 || sizes.packed == sizes.unpacked else { throw ExchangeError.archive(.broken) }
        guard sizes.unpacked <= Limit.anyRatioBytes || sizes.unpacked / Limit.ratio <= sizes.packed else {
            throw ExchangeError.archive(.expandsTooMuch)
        }
        let file = File(
            name: text, isPlain: method == 0, checksum: UInt32(truncatingIfNeeded: checksum), packed: sizes.packed,
            unpacked: sizes.unpacked, offset: sizes.offset)
        return (file, offset + 46 + nameCount + extraCount + commentCount)
    }

    /// A file name that stays inside the archive's folder; `nil` for any other name.
    private static func safeName(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.count <= Limit.nameBytes, let name = String(validating: bytes, as: UTF8.self) else { return nil }
        guard !name.isEmpty, !bytes.contains(0), !bytes.contains(UInt8(ascii: "\\")), !name.hasPrefix("/"),
            !name.split(separator: "/").contains("..")
        else { return nil }
        return name
    }
}

/// The sizes of a file and the offset of its header.
///
/// Values above 32 bits are in the ZIP64 extra field.
private struct Sizes {
    let packed: Int
    let unpacked: Int
    let offset: Int

    init?(at entry: Int, nameCount: Int, extraCount: Int, in reader: ArchiveReader) {
        guard let packed = reader.four(entry + 20), let unpacked = reader.four(entry + 24),
            let offset = reader.four(entry + 42)
        else { return nil }
        var numbers = [unpacked, packed, offset]
        if numbers.contains(0xFFFF_FFFF) {
            guard var valueOffset = reader.extraField(1, from: entry + 46 + nameCount, count: extraCount)
            else { return nil }
            for index in numbers.indices where numbers[index] == 0xFFFF_FFFF {
                guard let number = reader.eight(valueOffset) else { return nil }
                numbers[index] = number
                valueOffset += 8
            }
        }
        (self.unpacked, self.packed, self.offset) = (numbers[0], numbers[1], numbers[2])
    }
}

/// Reads little-endian numbers at any offset; `nil` beyond the end.
private struct ArchiveReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func slice(_ offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return bytes[offset..<(offset + count)]
    }

    func two(_ offset: Int) -> Int? { number(offset, UInt16.self) }

    func four(_ offset: Int) -> Int? { number(offset, UInt32.self) }

    /// `nil` for numbers of 2^47 and more, too: no file is that large, and offsets cannot overflow.
    func eight(_ offset: Int) -> Int? {
        number(offset, UInt64.self).flatMap { $0 < 1 << 47 ? $0 : nil }
    }

    /// The number of files and the offset of the central directory, from the end record.
    ///
    /// A comment may follow the record.
    func endOfDirectory() -> (count: Int, offset: Int)? {
        for start in stride(from: bytes.count - 22, through: max(0, bytes.count - 22 - 0xFFFF), by: -1) {
            guard four(start) == 0x0605_4B50, let comment = two(start + 20), start + 22 + comment == bytes.count,
                let disks = four(start + 4), disks == 0, let count = two(start + 10), let offset = four(start + 16)
            else { continue }
            if count != 0xFFFF, offset != 0xFFFF_FFFF { return (count, offset) }
            // The ZIP64 locator before the record has the offset of the ZIP64 end record.
            guard four(start - 20) == 0x0706_4B50, let record = eight(start - 12), four(record) == 0x0606_4B50,
                let largeCount = eight(record + 32), let largeOffset = eight(record + 48)
            else { return nil }
            return (largeCount, largeOffset)
        }
        return nil
    }

    /// The offset of the content of an extra field; `nil` if there is none with this identifier.
    func extraField(_ number: Int, from start: Int, count: Int) -> Int? {
        var offset = start
        while let id = two(offset), let length = two(offset + 2), offset + 4 + length <= start + count {
            if id == number { return offset + 4 }
            offset += 4 + length
        }
        return nil
    }

    private func number<Number: FixedWidthInteger>(_ offset: Int, _ type: Number.Type) -> Int? {
        guard let bytes = slice(offset, count: Number.bitWidth / 8) else { return nil }
        var reader = ByteReader(bytes)
        return reader.read(type, .littleEndian).flatMap { Int(exactly: $0) }
    }
}
