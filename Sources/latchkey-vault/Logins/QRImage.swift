import Foundation
import LatchkeyTerminal
import LatchkeyCore
import LatchkeySystem

/// Reads QR codes from pictures with ZBar, if that is installed.
enum QRImage {
    /// The texts of the QR codes in a picture that are one-time codes.
    ///
    /// QR codes of other kinds are ignored with a note, since almost any word would be a valid Base32 key.
    ///
    /// - Throws: ``CommandError`` if the picture cannot be read or contains no one-time code, or ZBar is missing.
    static func oneTimeCodes(in path: String) async throws -> [Secret] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError("no such file: \(path)", status: .usage)
        }
        guard let tool = BarcodeReader.find() else {
            throw CommandError(
                "zbarimg is needed to read QR codes, and is not installed",
                hint: "run \"sudo apt-get install zbar-tools\", or type the key with --code")
        }
        let texts: [Secret]
        do {
            texts = try await tool.texts(in: path)
        } catch let error as SystemError {
            throw CommandError(error.sentence, hint: error.hint, status: .usage)
        }
        guard !texts.isEmpty else {
            throw CommandError(
                "there is no QR code in \(path)", hint: "crop the picture to the code, or use --code", status: .usage)
        }
        let kinds = texts.map(QRContent.init)
        let codes = zip(texts, kinds).filter { $0.1 == .oneTimeCode }.map(\.0)
        let others = kinds.filter { $0 != .oneTimeCode }.map(\.phrase)
        if codes.isEmpty { throw Messages.noCodeInPicture(path, found: others) }
        for other in others { VaultProgram.console.note("ignored \(other) in the picture") }
        return codes
    }
}

/// The kind of a QR code, by the prefix of its text.
enum QRContent: Hashable {
    case oneTimeCode
    case webAddress
    case network
    case contact
    case mailAddress
    case telephone
    case passkey
    case text

    private static let prefixes: [(String, QRContent)] = [
        ("otpauth://", .oneTimeCode), ("otpauth-migration://", .oneTimeCode), ("steam://", .oneTimeCode),
        ("http://", .webAddress), ("https://", .webAddress), ("wifi:", .network), ("begin:vcard", .contact),
        ("mecard:", .contact), ("mailto:", .mailAddress), ("matmsg:", .mailAddress), ("tel:", .telephone),
        ("sms:", .telephone), ("smsto:", .telephone), ("fido:/", .passkey),
    ]

    init(_ text: Secret) {
        let head = unsafe text.withBytes { bytes in
            unsafe bytes.prefix(32).map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        }
        self = Self.prefixes.first { head.starts(with: $0.0.utf8) }?.1 ?? .text
    }

    var phrase: String {
        switch self {
        case .oneTimeCode: "a one-time code"
        case .webAddress: "a web address"
        case .network: "a Wi-Fi password"
        case .contact: "a contact"
        case .mailAddress: "a mail address"
        case .telephone: "a phone number"
        case .passkey: "a passkey request"
        case .text: "other text"
        }
    }
}
