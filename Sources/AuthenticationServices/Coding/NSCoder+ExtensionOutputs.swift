internal import Crypto
internal import Foundation

/// Archives a passkey answer's extension outputs: each in one field of JSON, since they are structures.
extension NSCoder {
    func encode(extension output: ASPasskeyAssertionCredentialExtensionOutput?, forKey key: String) {
        encode(record: output.map(AssertionOutputRecord.init), forKey: key)
    }

    func encode(extension output: ASPasskeyRegistrationCredentialExtensionOutput?, forKey key: String) {
        encode(record: output.map(RegistrationOutputRecord.init), forKey: key)
    }

    /// Returns `nil` if the field is invalid, `.some(nil)` if it is missing.
    func assertionOutput(forKey key: String) -> ASPasskeyAssertionCredentialExtensionOutput?? {
        optionalRecord(AssertionOutputRecord.self, forKey: key).map { $0?.value }
    }

    func registrationOutput(forKey key: String) -> ASPasskeyRegistrationCredentialExtensionOutput?? {
        optionalRecord(RegistrationOutputRecord.self, forKey: key).map { $0?.value }
    }
}

private func bytes(of key: SymmetricKey) -> Data {
    unsafe key.withUnsafeBytes { unsafe Data($0) }
}

private struct AssertionOutputRecord: Codable {
    struct PRF: Codable {
        var first: Data
        var second: Data?
    }

    enum Blob: Codable {
        case read(Data?)
        case written(Bool)
    }

    var blob: Blob?
    var prf: PRF?

    init(_ output: ASPasskeyAssertionCredentialExtensionOutput) {
        switch output.largeBlob?.result {
        case .read(let data): blob = .read(data)
        case .write(let success): blob = .written(success)
        case nil: blob = nil
        }
        prf = output.prf.map { PRF(first: bytes(of: $0.first), second: $0.second.map(bytes(of:))) }
    }

    var value: ASPasskeyAssertionCredentialExtensionOutput {
        let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionOutput? =
            switch blob {
            case .read(let data): .read(data: data)
            case .written(let success): .write(success: success)
            case nil: nil
            }
        return ASPasskeyAssertionCredentialExtensionOutput(
            largeBlob: largeBlob,
            prf: prf.map {
                ASAuthorizationPublicKeyCredentialPRFAssertionOutput(
                    first: SymmetricKey(data: $0.first), second: $0.second.map { SymmetricKey(data: $0) })
            })
    }
}

private struct RegistrationOutputRecord: Codable {
    struct PRF: Codable {
        var isSupported: Bool
        var first: Data?
        var second: Data?
    }

    var blobIsSupported: Bool?
    var prf: PRF?

    init(_ output: ASPasskeyRegistrationCredentialExtensionOutput) {
        blobIsSupported = output.largeBlob?.isSupported
        prf = output.prf.map {
            PRF(isSupported: $0.isSupported, first: $0.first.map(bytes(of:)), second: $0.second.map(bytes(of:)))
        }
    }

    var value: ASPasskeyRegistrationCredentialExtensionOutput {
        ASPasskeyRegistrationCredentialExtensionOutput(
            largeBlob: blobIsSupported.map { $0 ? .supported : .unsupported },
            prf: prf.map {
                ASAuthorizationPublicKeyCredentialPRFRegistrationOutput(
                    isSupported: $0.isSupported, first: $0.first.map { SymmetricKey(data: $0) },
                    second: $0.second.map { SymmetricKey(data: $0) })
            })
    }
}
