import LatchkeyTerminal
import LatchkeyCore
import LatchkeySystem

/// The QR codes in a picture, read by ZBar where it is installed.
enum QRImage {
    /// The texts of a picture's codes that are for one-time codes.
    ///
    /// Whatever else is in the picture is named by its kind, and not used: any word would do as a secret in Base32.
    ///
    /// - Throws: A sentence where there is no picture, no such code in it, or nothing that reads it.
    static func oneTimeCodes(in path: String) async throws -> [Secret] {
        guard let tool = BarcodeReader.find() else {
            throw CommandError(
                "reading a picture needs zbarimg, which is not installed",
                hint: "run \"sudo apt-get install zbar-tools\", or give the text in the picture with --code")
        }
        let texts: [Secret]
        do {
            texts = try await tool.texts(in: path)
        } catch let error as SystemError {
            throw CommandError(error.sentence, hint: error.hint, status: .usage)
        }
        guard !texts.isEmpty else {
            throw CommandError(
                "there is no QR code in \(path)", hint: "cut the picture to the code, or use --code", status: .usage)
        }
        let kinds = texts.map(QRContent.init)
        let codes = zip(texts, kinds).filter { $0.1 == .oneTimeCode }.map(\.0)
        let others = kinds.filter { $0 != .oneTimeCode }.map(\.phrase)
        if codes.isEmpty { throw Sentences.noCodeInPicture(path, found: others) }
        for other in others { VaultProgram.console.note("the picture also has \(other), which was left out") }
        return codes
    }
}

/// What a QR code is for, as the beginning of its text tells.
enum QRContent: Hashable {
    case oneTimeCode
    case webAddress
    case network
    case contact
    case mailAddress
    case telephone
    case passkey
    case text

    private static let beginnings: [(String, QRContent)] = [
        ("otpauth://", .oneTimeCode), ("otpauth-migration://", .oneTimeCode), ("steam://", .oneTimeCode),
        ("http://", .webAddress), ("https://", .webAddress), ("wifi:", .network), ("begin:vcard", .contact),
        ("mecard:", .contact), ("mailto:", .mailAddress), ("matmsg:", .mailAddress), ("tel:", .telephone),
        ("sms:", .telephone), ("smsto:", .telephone), ("fido:/", .passkey),
    ]

    init(_ text: Secret) {
        let head = unsafe text.withBytes { bytes in
            unsafe bytes.prefix(32).map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        }
        self = Self.beginnings.first { head.starts(with: $0.0.utf8) }?.1 ?? .text
    }

    var phrase: String {
        switch self {
        case .oneTimeCode: "a one-time code"
        case .webAddress: "the address of a page"
        case .network: "the password of a wireless network"
        case .contact: "a contact"
        case .mailAddress: "a mail address"
        case .telephone: "a telephone number"
        case .passkey: "a request for a passkey"
        case .text: "a text of another kind"
        }
    }
}
