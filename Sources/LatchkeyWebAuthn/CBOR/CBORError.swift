/// Why bytes are no item of CBOR in CTAP2's canonical form.
package enum CBORError: Error, Hashable, Sendable {
    /// They end inside of an item.
    case truncated
    /// Something stands after the item.
    case trailingBytes(Int)
    /// A number or length in more bytes than it needs, or of no definite length.
    case notShortest(at: Int)
    /// The keys of a map are not in order, or one is there twice.
    case keysOutOfOrder(at: Int)
    /// A text that is no UTF-8.
    case notUTF8(at: Int)
    /// A float, a tag, a simple value that means nothing here, or a key that is neither a number nor a text in ASCII.
    case unsupported(at: Int)
    /// Maps and arrays inside of each other, more than ``CBORDecoder/depthLimit`` deep.
    case tooDeep(at: Int)
}
