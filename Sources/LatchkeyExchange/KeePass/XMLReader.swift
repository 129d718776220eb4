import CExpat

/// Reads XML in chunks with expat, as a sequence of events.
///
/// A document type declaration is refused before its content is read, so the file cannot declare expanding or external
/// entities. The nesting depth is limited.
@safe final class XMLReader {
    enum Event {
        case begin(String, attributes: [String: String], line: Int)
        case text([UInt8])
        case end
    }

    static let depthLimit = 128

    // Freed in deinit only.
    private let parser: XML_Parser
    fileprivate var events: [Event] = []
    fileprivate var depth = 0
    fileprivate var problem: ExchangeError?

    init() throws {
        guard let parser = unsafe XML_ParserCreate("UTF-8") else { throw ExchangeError.notXML(line: 0) }
        unsafe self.parser = parser
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser, { unsafe XMLReader.reader($0)?.begin($1, $2) }, { data, _ in unsafe XMLReader.reader(data)?.end() })
        unsafe XML_SetCharacterDataHandler(parser) { unsafe XMLReader.reader($0)?.text($1, $2) }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            unsafe XMLReader.reader(data)?.stop(.documentType)
        }
    }

    deinit {
        unsafe XML_ParserFree(parser)
    }

    /// Reads a document and calls `body` with its events in order.
    ///
    /// - Throws: ``ExchangeError/notXML(line:)``, ``ExchangeError/documentType``,
    ///   ``ExchangeError/nestedTooDeeply(limit:)``, or an error of `body` or the source.
    static func read(_ source: inout ByteSource, _ body: (Event) throws -> Void) throws {
        let reader = try XMLReader()
        while let piece = try source.next() {
            var rest = piece
            while !rest.isEmpty {
                try reader.parse(Array(rest.prefix(64 * 1024)), isLast: false, body)
                rest = rest.dropFirst(64 * 1024)
            }
        }
        try reader.parse([], isLast: true, body)
    }

    private func parse(_ bytes: [UInt8], isLast: Bool, _ body: (Event) throws -> Void) throws {
        let status = unsafe bytes.withUnsafeBytes { bytes in
            unsafe XML_Parse(
                parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), isLast ? 1 : 0)
        }
        if let problem { throw problem }
        guard status == XML_STATUS_OK else { throw ExchangeError.notXML(line: line) }
        // The body may throw, which is impossible inside the C callbacks.
        defer { events.removeAll(keepingCapacity: true) }
        for event in events { try body(event) }
    }

    private var line: Int { Int(clamping: unsafe XML_GetCurrentLineNumber(parser)) }

    private static func reader(_ data: UnsafeMutableRawPointer?) -> XMLReader? {
        unsafe data.map { unsafe Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private func begin(_ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard let name = unsafe name, problem == nil else { return }
        depth += 1
        guard depth <= Self.depthLimit else { return stop(.nestedTooDeeply(limit: Self.depthLimit)) }
        var attributes: [String: String] = [:]
        var index = 0
        while let key = unsafe list?[index], let value = unsafe list?[index + 1] {
            unsafe attributes[String(cString: key)] = unsafe String(cString: value)
            index += 2
        }
        events.append(.begin(unsafe String(cString: name), attributes: attributes, line: line))
    }

    private func text(_ bytes: UnsafePointer<CChar>?, _ count: Int32) {
        guard let start = unsafe bytes, problem == nil else { return }
        let buffer = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
        events.append(.text(unsafe Array(buffer)))
    }

    private func end() {
        guard problem == nil else { return }
        depth -= 1
        events.append(.end)
    }

    private func stop(_ error: ExchangeError) {
        problem = problem ?? error
        _ = unsafe XML_StopParser(parser, 0)
    }
}
