import LatchkeyTerminal

enum TerminalProperties {
    /// Keys other than text do not depend on how the bytes are split, and texts contain no control characters.
    ///
    /// The first byte is the length of a piece.
    static func checkKeys(_ bytes: [UInt8]) {
        guard let width = bytes.first.map({ Int($0) % 16 + 1 }) else { return }
        let stream = Array(bytes.dropFirst())
        let whole = keys(of: [stream])
        let pieces = stride(from: 0, to: stream.count, by: width).map {
            Array(stream[$0..<min($0 + width, stream.count)])
        }
        precondition(
            whole.filter { !$0.isText } == keys(of: pieces).filter { !$0.isText },
            "the keys depend on how the bytes are split"
        )
        for case .text(let text) in whole {
            let hasControl = text.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
            precondition(!text.isEmpty && !hasControl, "a text is empty or contains a control character")
        }
    }

    /// Decoded data is not longer than its line, and an escaped text decodes to its beginning.
    static func checkAnswer(_ bytes: [UInt8]) {
        if case .data(let data) = Assuan.parse(bytes) {
            precondition(data.count <= bytes.count, "decoded data is longer than its line")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return }
        let escaped = Assuan.escape(text)
        precondition(
            escaped.utf8.count <= 900 && escaped.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F },
            "an escaped argument is too long or has control characters")
        guard case .data(let data) = Assuan.parse(Array("D \(escaped)".utf8)) else {
            preconditionFailure("an escaped text is not a data line")
        }
        precondition(bytes.starts(with: data), "an escaped text does not decode to its beginning")
    }

    private static func keys(of pieces: [[UInt8]]) -> [Key] {
        var decoder = KeyDecoder()
        return pieces.flatMap { decoder.decode($0) } + decoder.flush()
    }
}

extension Key {
    fileprivate var isText: Bool {
        if case .text = self { true } else { false }
    }
}
