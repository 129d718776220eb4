extension Terminal {
    /// Reads one line that is typed; nothing when the terminal ends first, or at ctrl-D.
    ///
    /// Without echo nothing of it is shown, and the line's end is written afterwards, so that what follows has a line
    /// of its own. The terminal is as it was before when this returns.
    package func readLine(echo: Bool) async throws(TerminalError) -> String? {
        try setMode(.lines(echo: echo))
        defer { restore() }
        let input = try input(endsWithLine: true)
        var bytes: [UInt8] = []
        var hasEnded = false
        for await piece in input {
            switch piece {
            case .bytes(let new):
                bytes += new
                hasEnded = new.contains(UInt8(ascii: "\n"))
            case .ended: hasEnded = true
            case .pause, .resized: break
            }
            if hasEnded { break }
        }
        if !echo { try write("\n") }
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
