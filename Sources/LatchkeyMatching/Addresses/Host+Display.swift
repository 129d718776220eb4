import CIDN2

// How an international name is shown: as users read it, followed by its `xn--` form.
extension Host {
    /// The name to show, such as `bücher.example (xn--bcher-kva.example)`; the canonical form for every other.
    package var displayText: String { Self.displayText(of: text) }

    /// A host or address to show: its international name in Unicode, and the `xn--` form in brackets.
    ///
    /// Only the `xn--` form is shown if the letters can be mistaken for others: a label of several scripts, one of
    /// Greek or Cyrillic letters that all look like Latin ones, and every script that is not listed here.
    ///
    /// A text that is not an address with an international name is returned unchanged.
    package static func displayText(of text: String) -> String {
        guard mayBeInternational(text), let host = (try? PageURL(text))?.host, host.kind == .domain,
            host.text.contains("xn--")
        else { return text }
        let place = placeOfHost(in: text)
        guard (try? Host(String(text[place]))) == host else { return text }
        guard let name = host.readableName else {
            return "\(text[..<place.lowerBound])\(host.text)\(text[place.upperBound...])"
        }
        return "\(text[..<place.lowerBound])\(name)\(text[place.upperBound...]) (\(host.text))"
    }

    /// Whether a text contains `xn--` or a character that is not ASCII.
    ///
    /// Compares bytes, because the comparison of characters takes longer than the rest of a list's line.
    private static func mayBeInternational(_ text: String) -> Bool {
        // The last four bytes.
        var last: UInt32 = 0
        for byte in text.utf8 {
            last = last << 8 | UInt32(byte)
            if byte >= 0x80 || last == 0x786E_2D2D { return true }
        }
        return false
    }

    /// Between the scheme, if there is one, and the port, path, query or fragment.
    private static func placeOfHost(in text: String) -> Range<String.Index> {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let end = text[start...].firstIndex { ":/?#".contains($0) } ?? text.endIndex
        return start..<end
    }

    private var readableName: String? {
        guard let name = HostName.unicode(text), name != text,
            // The Unicode form must be the same host.
            (try? Host(name)) == self,
            name.split(separator: ".").allSatisfy({ LabelScript.isUnmistakable($0) })
        else { return nil }
        return name
    }
}

extension HostName {
    /// The name with its `xn--` labels decoded (RFC 5891 §5); `nil` if one of them is malformed.
    fileprivate static func unicode(_ name: String) -> String? {
        var output: UnsafeMutablePointer<CChar>?
        let code = unsafe name.withCString { unsafe idn2_to_unicode_8z8z($0, &output, 0) }
        guard code == IDN2_OK.rawValue, let result = unsafe output else { return nil }
        defer { unsafe idn2_free(result) }
        return unsafe String(validatingCString: result)
    }
}

/// The scripts in which names are shown, some of UAX #31's recommended ones, without letters that look alike.
private enum LabelScript: CaseIterable {
    case latin, greek, cyrillic, hebrew, arabic, devanagari, thai, japanese, korean

    /// Whether the label is of one script and does not look like one of another script.
    static func isUnmistakable(_ label: Substring) -> Bool {
        let letters = label.unicodeScalars.filter { !isShared($0) }
        return letters.isEmpty
            || allCases.contains { script in
                letters.allSatisfy { letter in script.ranges.contains { $0.contains(letter.value) } }
                    && (script.ownLetters.isEmpty || letters.contains { script.ownLetters.contains($0) })
            }
    }

    private static func isShared(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || scalar == "-"
    }

    private var ranges: [ClosedRange<UInt32>] {
        switch self {
        // Without letters that look like one of a to z, such as dotless i, kra and long s.
        case .latin:
            [
                0x61...0x7A, 0xDF...0xF6, 0xF8...0x130, 0x132...0x137, 0x139...0x13E, 0x141...0x148, 0x14A...0x17E,
                0x1A1...0x1A1, 0x1B0...0x1B0, 0x219...0x219, 0x21B...0x21B, 0x1EA0...0x1EF9,
            ]
        case .greek: [0x3AC...0x3CE]
        case .cyrillic: [0x430...0x45F, 0x491...0x491]
        case .hebrew: [0x5D0...0x5EA]
        case .arabic: [0x620...0x63F, 0x641...0x64A, 0x66E...0x66F, 0x671...0x6D3]
        case .devanagari: [0x900...0x963]
        case .thai: [0xE01...0xE3A, 0xE40...0xE4E]
        // Without the characters that look like a slash.
        case .japanese:
            [
                0x3005...0x3005, 0x3041...0x3096, 0x30A1...0x30CD, 0x30CF...0x30FA, 0x30FC...0x30FC, 0x3400...0x4DBF,
                0x4E00...0x4E35, 0x4E37...0x4E3E, 0x4E40...0x9FFF,
            ]
        case .korean: [0xAC00...0xD7A3]
        }
    }

    /// Letters of which a label must have one, because the script's others look like Latin ones; empty if it need not.
    private var ownLetters: Set<Unicode.Scalar> {
        switch self {
        case .greek: Set("δθλξπφψ".unicodeScalars)
        case .cyrillic: Set("бджийлфцчшщыэюяђљњґ".unicodeScalars)
        default: []
        }
    }
}
