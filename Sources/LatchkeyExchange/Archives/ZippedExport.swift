/// Finds the export inside a zip archive that a password manager wrote.
enum ZippedExport {
    /// The file names of 1Password, Proton Pass and Dashlane, without folders.
    private static let names = ["export.data", "data.json", "credentials.csv"]
    /// The file name of Proton Pass for an export that OpenPGP encrypts.
    private static let encryptedNames = ["data.pgp"]

    /// Replaces a source that reads an archive with a source that reads the export in it.
    ///
    /// - Throws: ``ExchangeError/archive(_:)``, ``ExchangeError/encryptedForAccount``, or an error of the source.
    static func open(_ source: inout ByteSource) throws {
        let archive = try ZipArchive(try source.readAll())
        func file(_ names: [String]) -> ZipArchive.File? {
            names.lazy.compactMap { name in
                archive.files.first { $0.name == name || $0.name.hasSuffix("/\(name)") }
            }.first
        }
        if let file = file(names) {
            source = ByteSource(try archive.unpack(file))
        } else {
            throw file(encryptedNames) == nil ? ExchangeError.archive(.noExport) : ExchangeError.encryptedForAccount
        }
    }
}
