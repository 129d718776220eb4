import LatchkeyCommandLine
import LatchkeySecret
import LatchkeySystem

/// The QR codes in a picture, read by ZBar where it is installed.
enum QRImage {
    /// The texts of a picture's codes.
    ///
    /// - Throws: A sentence where there is no picture, no code in it, or nothing that reads it.
    static func texts(in path: String) async throws -> [Secret] {
        guard let tool = BarcodeReader.find() else {
            throw CommandError(
                "reading a picture needs zbarimg, which is not installed",
                hint: "run \"sudo apt-get install zbar-tools\", or give the text in the picture with --code")
        }
        do {
            let texts = try await tool.texts(in: path)
            guard !texts.isEmpty else {
                throw CommandError(
                    "there is no QR code in \(path)", hint: "cut the picture to the code, or use --code", status: .usage
                )
            }
            return texts
        } catch let error as SystemError {
            throw CommandError(error.sentence, hint: error.hint, status: .usage)
        }
    }
}
