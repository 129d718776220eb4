import LatchkeyExchange
import LatchkeyCore
import LatchkeyVault

enum PassProperties {
    /// Whatever lies wherever in a store is one row: refused, or a login whose password is the file's first line to the
    /// letter, and which goes into a vault once.
    ///
    /// - Parameter bytes: The path, a NUL, and what the file holds.
    static func check(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let (path, text) = (String(decoding: parts[0], as: UTF8.self), parts.count > 1 ? Array(parts[1]) : [])
        let store = PassStore([
            PassStore.Entry(path: path, text: .success(Secret(copying: text))),
            PassStore.Entry(path: path, text: .failure(.notDecrypted)),
        ])
        let rows = rows(of: store)
        precondition(rows.map(\.line) == [1, 2], "an entry is lost, or counted wrongly")
        guard case .login(let login) = rows[0].content else { return }
        var first = text.prefix { $0 != UInt8(ascii: "\n") }
        if first.last == UInt8(ascii: "\r") { first.removeLast() }
        precondition(
            login.password == (first.isEmpty ? nil : Secret(copying: first)), "a password is not the first line")
        precondition(login.title == path || path.isEmpty, "an entry is called something else")
        precondition(String(validating: text, as: UTF8.self) != nil, "what is no text is taken for one")
        checkImport(store)
    }

    private static func rows(of store: PassStore) -> [ImportedRow] {
        var rows: [ImportedRow] = []
        var source = ByteSource([])
        do {
            try store.read(&source) { rows.append($0) }
        } catch {
            preconditionFailure("reading fails: \(error)")
        }
        return rows
    }

    private static func checkImport(_ store: PassStore) {
        do {
            let vault = try UnlockedVault.temporary()
            func run() throws -> ImportReport {
                var source = ByteSource([])
                return try LoginImport.run(&source, of: store, into: vault)
            }
            let (first, second) = (try run(), try run())
            precondition(first.added + first.refusedCount == 2, "a row is lost")
            precondition(second.same == first.added, "an entry that is in already changes the vault")
        } catch {
            preconditionFailure("importing fails: \(error)")
        }
    }
}
