/// The reason why bytes are not acceptable JSON.
///
/// No case carries text of the document: it may be a secret.
package enum JSONError: Error, Hashable, Sendable {
    case notUTF8
    /// The bytes break the grammar of RFC 8259 at `offset`.
    case notJSON(offset: Int)
    /// More than `limit` arrays and objects are open at once.
    case nestedTooDeeply(limit: Int)
    /// An object has the same name twice; the second name ends at `offset`.
    case duplicateKey(offset: Int)
    /// A string is not in the Stream-Safe Text Format; it ends at `offset`.
    case notStreamSafe(offset: Int)
}
