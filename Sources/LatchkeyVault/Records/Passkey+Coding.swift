import Foundation
import LatchkeyCore

// What came to passkeys after their first fields, which are closed: in fields of their own, each naming its credential.
// A login whose passkeys have nothing of the kind is written as before; otherwise each of them has its field, so that two
// of one credential keep what is theirs.

private enum CreationTag {
    static let credentialID: UInt8 = 1
    static let created: UInt8 = 2
}

private enum ExtensionTag {
    static let credentialID: UInt8 = 1
    static let verifiedSecret: UInt8 = 2
    static let unverifiedSecret: UInt8 = 3
    static let largeBlob: UInt8 = 4
}

extension [PasskeyDescription] {
    func writeCreationTimes(to writer: inout FieldWriter, as tag: UInt8) {
        guard contains(where: { $0.created != nil }) else { return }
        for passkey in self {
            writer.writeNested(tag) { nested in
                nested.write(CreationTag.credentialID, passkey.credentialID)
                nested.write(CreationTag.created, passkey.created)
            }
        }
    }

    /// Gives the passkeys their times; one of a passkey that an earlier version has removed goes with it.
    mutating func takeCreationTimes(_ fields: [ArraySlice<UInt8>]) throws(MalformedFields) {
        var missing = Array<Int>(indices)
        for field in fields {
            var credentialID: Data?
            var created: Date?
            var reader = FieldReader(nested: field)
            while let field = try reader.next() {
                switch field.tag {
                case CreationTag.credentialID: try credentialID.setOnce(Data(field.bytes))
                case CreationTag.created: try created.setOnce(field.date())
                default: throw MalformedFields()
                }
            }
            guard let place = missing.firstIndex(where: { self[$0].credentialID == credentialID }) else { continue }
            self[missing.remove(at: place)].created = created
        }
    }
}

extension [Passkey] {
    func writeExtensions(to writer: inout FieldWriter, as tag: UInt8) {
        guard contains(where: { $0.prfSecrets != nil || $0.largeBlob != nil }) else { return }
        for passkey in self {
            writer.writeNested(tag) { nested in
                nested.write(ExtensionTag.credentialID, passkey.description.credentialID)
                nested.write(ExtensionTag.verifiedSecret, passkey.prfSecrets?.verified)
                nested.write(ExtensionTag.unverifiedSecret, passkey.prfSecrets?.unverified)
                nested.write(ExtensionTag.largeBlob, passkey.largeBlob)
            }
        }
    }

    /// Gives the passkeys what their extensions keep; that of a passkey that an earlier version has removed goes with it.
    mutating func takeExtensions(_ fields: [ArraySlice<UInt8>]) throws(MalformedFields) {
        var missing = Array<Int>(indices)
        for field in fields {
            let read = try PasskeyExtensions(decoding: field)
            guard let place = missing.firstIndex(where: { self[$0].description.credentialID == read.credentialID })
            else { continue }
            let index = missing.remove(at: place)
            self[index].prfSecrets = read.prfSecrets
            self[index].largeBlob = read.largeBlob
        }
    }
}

/// One passkey's field.
private struct PasskeyExtensions {
    var credentialID: Data?
    var prfSecrets: PasskeyPRFSecrets?
    var largeBlob: Secret?

    init(decoding bytes: ArraySlice<UInt8>) throws(MalformedFields) {
        var verified: Secret?
        var unverified: Secret?
        var reader = FieldReader(nested: bytes)
        while let field = try reader.next() {
            switch field.tag {
            case ExtensionTag.credentialID: try credentialID.setOnce(Data(field.bytes))
            case ExtensionTag.verifiedSecret: try verified.setOnce(field.secret())
            case ExtensionTag.unverifiedSecret: try unverified.setOnce(field.secret())
            case ExtensionTag.largeBlob: try largeBlob.setOnce(field.secret())
            default: throw MalformedFields()
            }
        }
        guard credentialID != nil else { throw MalformedFields() }
        switch (verified, unverified) {
        case (nil, nil): break
        case (let verified?, let unverified?):
            prfSecrets = PasskeyPRFSecrets(verified: verified, unverified: unverified)
            guard prfSecrets != nil else { throw MalformedFields() }
        default: throw MalformedFields()
        }
    }
}
