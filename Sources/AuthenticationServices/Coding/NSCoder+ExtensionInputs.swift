internal import Foundation

/// Archives a passkey request's extension inputs: each in one field of JSON, since they are structures.
extension NSCoder {
    func encode(extension input: ASPasskeyAssertionCredentialExtensionInput?, forKey key: String) {
        encode(record: input.map(AssertionInputRecord.init), forKey: key)
    }

    func encode(extension input: ASPasskeyRegistrationCredentialExtensionInput?, forKey key: String) {
        encode(record: input.map(RegistrationInputRecord.init), forKey: key)
    }

    /// Returns `nil` if the field is invalid, `.some(nil)` if it is missing.
    func assertionInput(forKey key: String) -> ASPasskeyAssertionCredentialExtensionInput?? {
        optionalRecord(AssertionInputRecord.self, forKey: key).map { $0?.value }
    }

    func registrationInput(forKey key: String) -> ASPasskeyRegistrationCredentialExtensionInput?? {
        optionalRecord(RegistrationInputRecord.self, forKey: key).map { $0?.value }
    }
}

private typealias Salts = ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues

private struct SaltsRecord: Codable {
    var first: Data
    var second: Data?

    init(_ salts: Salts) {
        first = salts.saltInput1
        second = salts.saltInput2
    }

    var value: Salts { Salts(saltInput1: first, saltInput2: second) }
}

private struct AssertionInputRecord: Codable {
    struct PRF: Codable {
        var salts: SaltsRecord?
        var perCredential: [Data: SaltsRecord]?
    }

    enum Blob: Codable {
        case read
        case write(Data)
    }

    var blob: Blob?
    var prf: PRF?

    init(_ input: ASPasskeyAssertionCredentialExtensionInput) {
        switch input.largeBlob?.operation {
        case .read: blob = .read
        case .write(let data): blob = .write(data)
        case nil: blob = nil
        }
        prf = input.prf.map {
            PRF(
                salts: $0.inputValues.map(SaltsRecord.init),
                perCredential: $0.perCredentialInputValues?.mapValues(SaltsRecord.init))
        }
    }

    var value: ASPasskeyAssertionCredentialExtensionInput {
        let largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput? =
            switch blob {
            case .read: .read
            case .write(let data): .write(data)
            case nil: nil
            }
        return ASPasskeyAssertionCredentialExtensionInput(
            largeBlob: largeBlob,
            prf: prf.map {
                ASAuthorizationPublicKeyCredentialPRFAssertionInput(
                    inputValues: $0.salts?.value, perCredentialInputValues: $0.perCredential?.mapValues(\.value))
            })
    }
}

private struct RegistrationInputRecord: Codable {
    struct PRF: Codable {
        var salts: SaltsRecord?
    }

    var blobRequired: Bool?
    var prf: PRF?

    init(_ input: ASPasskeyRegistrationCredentialExtensionInput) {
        blobRequired = input.largeBlob.map { $0.supportRequirement == .required }
        prf = input.prf.map { PRF(salts: $0.inputValues.map(SaltsRecord.init)) }
    }

    var value: ASPasskeyRegistrationCredentialExtensionInput {
        ASPasskeyRegistrationCredentialExtensionInput(
            largeBlob: blobRequired.map { $0 ? .supportRequired : .supportPreferred },
            prf: prf.map { ASAuthorizationPublicKeyCredentialPRFRegistrationInput(inputValues: $0.salts?.value) })
    }
}
