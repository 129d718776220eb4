import Foundation
import LatchkeyCore

// Later additions to passkeys. The nested value of a passkey has a fixed set of tags, so each addition is a top-level field
// that names its credential. If one passkey of a login needs the field, each of them gets one, so that two passkeys with
// the same credential ID keep their own values.

private enum CreationTag {
    static let credentialID: UInt8 = 1
    static let created: UInt8 = 2
}

private enum AccountTag {
    static let credentialID: UInt8 = 1
    static let displayName: UInt8 = 2
    static let lastUsed: UInt8 = 3
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

    /// Sets the passkeys' creation times.
    ///
    /// Fields of passkeys that an earlier version has removed are dropped.
    mutating func decodeCreationTimes(_ fields: [ArraySlice<UInt8>]) throws(MalformedFields) {
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

extension [PasskeyDescription] {
    func writeAccounts(to writer: inout FieldWriter, as tag: UInt8) {
        guard contains(where: { $0.displayName != nil || $0.lastUsed != nil }) else { return }
        for passkey in self {
            writer.writeNested(tag) { nested in
                nested.write(AccountTag.credentialID, passkey.credentialID)
                nested.write(AccountTag.displayName, passkey.displayName ?? "")
                nested.write(AccountTag.lastUsed, passkey.lastUsed)
            }
        }
    }

    /// Sets the passkeys' display names and times of last use.
    ///
    /// Drops the fields of passkeys that an older version of Latchkey has removed.
    mutating func decodeAccounts(_ fields: [ArraySlice<UInt8>]) throws(MalformedFields) {
        var missing = Array<Int>(indices)
        for field in fields {
            var credentialID: Data?
            var displayName: String?
            var lastUsed: Date?
            var reader = FieldReader(nested: field)
            while let field = try reader.next() {
                switch field.tag {
                case AccountTag.credentialID: try credentialID.setOnce(Data(field.bytes))
                case AccountTag.displayName: try displayName.setOnce(field.text())
                case AccountTag.lastUsed: try lastUsed.setOnce(field.date())
                default: throw MalformedFields()
                }
            }
            guard let place = missing.firstIndex(where: { self[$0].credentialID == credentialID }) else { continue }
            let index = missing.remove(at: place)
            self[index].rename(to: self[index].userName, displayName: displayName)
            self[index].lastUsed = lastUsed
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

    /// Sets the passkeys' extension data.
    ///
    /// Fields of passkeys that an earlier version has removed are dropped.
    mutating func decodeExtensions(_ fields: [ArraySlice<UInt8>]) throws(MalformedFields) {
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

/// The extension data of one passkey.
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
