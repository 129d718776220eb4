import LatchkeyCore
import Foundation
import LatchkeySheet

/// Checks a property list before the system's parser reads it.
///
/// The parser visits a binary object once for each reference, so 30 small arrays that refer to each other take hours. It
/// also accepts an older third format. This check accepts what bundles have: XML without entity declarations, or a binary
/// list whose objects are in bounds and whose expanded size is small.
enum PropertyListLimits {
    /// The largest size in bytes; an `Info.plist` has some kilobytes.
    static let maximumSize = 262_144
    static let maximumDepth = 32
    /// The largest number of arrays and dictionaries in XML.
    static let maximumContainers = 1024
    /// The largest number of values in a binary list, each reference counted.
    static let maximumValues = 16_384
    /// The largest size of the strings and data of a binary list, each reference counted, since they can overlap.
    static let maximumContent = 1_048_576
    /// The largest number of combining marks, which take quadratic time to sort.
    static let maximumMarks = 4096

    static func allow(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= maximumSize else { return false }
        if bytes.starts(with: Array("bplist".utf8)) {
            guard let list = BinaryPropertyList(bytes) else { return false }
            return list.isWithinLimits()
        }
        return allowXML(bytes)
    }

    private static func allowXML(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { return false }
        let start = text.utf8.drop { [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].contains($0) }
        guard start.first == UInt8(ascii: "<") else { return false }
        // Only UTF-8 is accepted.
        guard !declaresAnotherEncoding(bytes), marks(in: text) <= maximumMarks else { return false }
        var containers = 0
        var hasDocumentType = false
        for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
            let rest = bytes[(index + 1)...]
            if ["array", "dict", "plist"].contains(where: { rest.starts(with: $0.utf8) }) { containers += 1 }
            guard rest.first == UInt8(ascii: "!") else { continue }
            let isHarmless = ["!--", "![CDATA[", "!DOCTYPE"].contains { rest.starts(with: $0.utf8) }
            guard isHarmless else { return false }
            guard rest.starts(with: "!DOCTYPE".utf8) else { continue }
            guard !hasDocumentType else { return false }
            hasDocumentType = true
            // No declarations after the start of the document.
            let hasDeclarations = rest.prefix { $0 != UInt8(ascii: ">") }.contains(UInt8(ascii: "["))
            guard !hasDeclarations else { return false }
        }
        return containers <= maximumContainers
    }

    /// The combining marks and the character references, all of which could apply to one letter.
    private static func marks(in text: String) -> Int {
        var count = 0
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if StreamSafeText.isMark(scalar) || (previous == "&" && scalar == "#") { count += 1 }
            previous = scalar
        }
        return count
    }

    private static func declaresAnotherEncoding(_ bytes: [UInt8]) -> Bool {
        let declaration = String(decoding: bytes.prefix(256).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
            .lowercased()
        guard declaration.contains("encoding") else { return false }
        return !declaration.contains("\"utf-8\"") && !declaration.contains("'utf-8'")
    }
}

/// A binary property list as a graph of objects.
///
/// `bplist00`, objects, a table of their offsets, and a trailer of 32 bytes that says where the table is.
private struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let referenceSize: Int
    private let offsets: [Int]
    private let top: Int

    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Array("bplist00".utf8)), bytes.count >= 8 + 32 else { return nil }
        let trailer = bytes.count - 32
        let offsetSize = Int(bytes[trailer + 6])
        let referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.integer(in: bytes, at: trailer + 8, size: 8),
            let top = Self.integer(in: bytes, at: trailer + 16, size: 8),
            let table = Self.integer(in: bytes, at: trailer + 24, size: 8),
            count <= PropertyListLimits.maximumValues, top < count, table >= 8, table <= trailer,
            count * offsetSize == trailer - table
        else { return nil }
        var offsets: [Int] = []
        for index in 0..<count {
            guard let offset = Self.integer(in: bytes, at: table + index * offsetSize, size: offsetSize),
                offset >= 8, offset < table
            else { return nil }
            offsets.append(offset)
        }
        // The table follows the objects, none of which may extend into it.
        self.bytes = Array(bytes[..<table])
        self.referenceSize = referenceSize
        self.offsets = offsets
        self.top = top
    }

    /// Whether all objects that the top one refers to have valid types and sizes, and a small expanded size.
    func isWithinLimits() -> Bool {
        var budget = Budget()
        return check(top, depth: 0, budget: &budget)
    }

    /// The remaining limits.
    private struct Budget {
        var values = PropertyListLimits.maximumValues
        var content = PropertyListLimits.maximumContent
        var marks = PropertyListLimits.maximumMarks
    }

    private func check(_ index: Int, depth: Int, budget: inout Budget) -> Bool {
        budget.values -= 1
        guard budget.values > 0, depth < PropertyListLimits.maximumDepth, offsets.indices.contains(index) else {
            return false
        }
        let offset = offsets[index]
        let marker = bytes[offset]
        switch marker >> 4 {
        case 0x0: return marker == 0x08 || marker == 0x09
        case 0x1: return marker & 0xf <= 3 && has(1 << Int(marker & 0xf), at: offset + 1)
        case 0x2: return [0x22, 0x23].contains(marker) && has(1 << Int(marker & 0xf), at: offset + 1)
        case 0x3: return marker == 0x33 && has(8, at: offset + 1)
        case 0x4, 0x5: return length(at: offset).map { checkContent($0.count, at: $0.start, &budget) } ?? false
        case 0x6: return length(at: offset).map { checkUTF16($0.count, at: $0.start, &budget) } ?? false
        case 0xa:
            guard let length = length(at: offset), has(length.count * referenceSize, at: length.start) else {
                return false
            }
            return (0..<length.count).allSatisfy {
                check(reference($0, from: length.start), depth: depth + 1, budget: &budget)
            }
        case 0xd:
            guard let length = length(at: offset), has(length.count * 2 * referenceSize, at: length.start) else {
                return false
            }
            let keys = (0..<length.count).map { reference($0, from: length.start) }
            guard keys.allSatisfy(isString) else { return false }
            return (0..<length.count * 2).allSatisfy {
                check(reference($0, from: length.start), depth: depth + 1, budget: &budget)
            }
        default: return false
        }
    }

    private func checkContent(_ count: Int, at start: Int, _ budget: inout Budget) -> Bool {
        guard has(count, at: start), count <= budget.content else { return false }
        budget.content -= count
        return true
    }

    private func checkUTF16(_ count: Int, at start: Int, _ budget: inout Budget) -> Bool {
        guard checkContent(count * 2, at: start, &budget) else { return false }
        let units = stride(from: start, to: start + count * 2, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        budget.marks -= String(decoding: units, as: UTF16.self).unicodeScalars.count { StreamSafeText.isMark($0) }
        return budget.marks >= 0
    }

    private func isString(_ index: Int) -> Bool {
        offsets.indices.contains(index) && [0x5, 0x6].contains(bytes[offsets[index]] >> 4)
    }

    /// The count in a marker, or in the integer after it, and the offset of the counted items.
    private func length(at offset: Int) -> (count: Int, start: Int)? {
        let low = Int(bytes[offset] & 0xf)
        guard low == 0xf else { return (low, offset + 1) }
        guard has(1, at: offset + 1), bytes[offset + 1] >> 4 == 0x1, bytes[offset + 1] & 0xf <= 3 else { return nil }
        let size = 1 << Int(bytes[offset + 1] & 0xf)
        guard let count = Self.integer(in: bytes, at: offset + 2, size: size), count <= bytes.count else { return nil }
        return (count, offset + 2 + size)
    }

    /// An index that is out of bounds is returned as one past the end.
    private func reference(_ index: Int, from start: Int) -> Int {
        Self.integer(in: bytes, at: start + index * referenceSize, size: referenceSize) ?? offsets.count
    }

    private func has(_ count: Int, at start: Int) -> Bool {
        start <= bytes.count && count <= bytes.count - start
    }

    private static func integer(in bytes: [UInt8], at start: Int, size: Int) -> Int? {
        guard start >= 0, start <= bytes.count, size <= bytes.count - start else { return nil }
        return Int(exactly: bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
