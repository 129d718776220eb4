/// The maximum sizes of a sheet; decoding rejects more, and the runtime shortens a provider's sheet.
///
/// Lengths of text are in bytes of UTF-8.
public enum SheetLimits {
    /// Elements of a sheet.
    public static let elements = 256
    /// Loaded rows of a list; the entire list may have ``rowCount``.
    public static let windowRows = 200
    /// Loaded sections of a list.
    public static let windowSections = 200
    /// Rows of an entire list.
    public static let rowCount = 10_000_000
    /// Options of a picker.
    public static let options = 200
    /// Bytes of a title, label, placeholder, badge or icon name.
    public static let title = 512
    /// Bytes of a message or a paragraph.
    public static let text = 8_192
    /// Bytes of a field's value.
    public static let value = 16_384
    /// Bytes of an icon.
    public static let icon = 65_536
    /// The longest period of a one-time code, in seconds.
    public static let period = 86_400
}

extension SheetLimits {
    static func check(_ text: String?, _ limit: Int, _ name: String) throws(SheetError) {
        guard let text else { return }
        guard text.utf8.count <= limit else { throw .tooLong(name) }
    }

    static func check(count: Int, _ limit: Int, _ name: String) throws(SheetError) {
        guard count <= limit else { throw .tooMany(name) }
    }

    /// Shortens a text to a limit, without splitting a Unicode scalar.
    static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var bytes = 0
        var end = text.startIndex
        for scalarIndex in text.unicodeScalars.indices {
            bytes += text.unicodeScalars[scalarIndex].utf8.count
            guard bytes <= limit else { break }
            end = text.unicodeScalars.index(after: scalarIndex)
        }
        return String(text[..<end])
    }
}
