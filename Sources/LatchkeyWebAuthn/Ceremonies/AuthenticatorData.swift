/// What an authenticator says of a ceremony, and signs (WebAuthn L3 §6.1).
package struct AuthenticatorData: Hashable, Sendable {
    /// SHA-256 of the relying party's identifier, 32 bytes.
    package var relyingPartyHash: [UInt8]
    package var flags: Flags
    package var signatureCount: UInt32
    /// There where a credential was made.
    package var credential: AttestedCredential?
    /// What the extensions say, by their identifiers.
    package var extensions: CBOR?

    /// What `flags` says of the members that follow is seen to here.
    package init(
        relyingPartyHash: [UInt8], flags: Flags, signatureCount: UInt32 = 0, credential: AttestedCredential? = nil,
        extensions: CBOR? = nil
    ) {
        self.relyingPartyHash = relyingPartyHash
        self.flags = flags
        self.signatureCount = signatureCount
        self.credential = credential
        self.extensions = extensions
        self.flags.set(.attestedCredential, to: credential != nil)
        self.flags.set(.extensions, to: extensions != nil)
    }

    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let userPresent = Flags(rawValue: 0x01)
        package static let userVerified = Flags(rawValue: 0x04)
        package static let backupEligible = Flags(rawValue: 0x08)
        package static let backedUp = Flags(rawValue: 0x10)
        static let attestedCredential = Flags(rawValue: 0x40)
        static let extensions = Flags(rawValue: 0x80)

        fileprivate mutating func set(_ flag: Flags, to isSet: Bool) {
            if isSet { insert(flag) } else { remove(flag) }
        }
    }

    /// The credential that was made (WebAuthn L3 §6.5.1).
    package struct AttestedCredential: Hashable, Sendable {
        /// Which kind of authenticator made it, 16 bytes.
        package let aaguid: [UInt8]
        /// 1 to 1023 bytes (§6.5.1, step 11 of §7.1 refuses longer ones).
        package let id: [UInt8]
        package let publicKey: COSEKey

        package static let identifierLimit = 1023

        package init(aaguid: [UInt8], id: [UInt8], publicKey: COSEKey) {
            self.aaguid = aaguid
            self.id = id
            self.publicKey = publicKey
        }
    }
}

extension AuthenticatorData {
    package static let hashLength = 32
    package static let aaguidLength = 16

    package var encoded: [UInt8] {
        var bytes = relyingPartyHash
        bytes.append(flags.rawValue)
        bytes.append(bigEndian: signatureCount)
        if let credential {
            bytes += credential.aaguid
            bytes.append(bigEndian: UInt16(clamping: credential.id.count))
            bytes += credential.id
            bytes += credential.publicKey.cbor.encoded
        }
        if let extensions { bytes += extensions.encoded }
        return bytes
    }

    /// Reads what an authenticator wrote, to its last byte.
    ///
    /// - Throws: ``AuthenticatorDataError``
    package init(_ bytes: some Collection<UInt8>) throws(AuthenticatorDataError) {
        var rest = Array(bytes)[...]
        relyingPartyHash = try rest.take(Self.hashLength)
        flags = Flags(rawValue: try rest.take(1)[0])
        signatureCount = try rest.take(4).reduce(0) { $0 << 8 | UInt32($1) }
        // §6.1.3: what is not eligible for a backup is in none.
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else { throw .backedUpAndNotEligible }
        if flags.contains(.attestedCredential) { credential = try AttestedCredential(readingFrom: &rest) }
        if flags.contains(.extensions) {
            var decoder = CBORDecoder(rest)
            let item: CBOR
            do { item = try decoder.next() } catch { throw .cbor(error) }
            guard case .map = item else { throw .extensionsAreNoMap }
            extensions = item
            rest = rest.dropFirst(decoder.offset)
        }
        guard rest.isEmpty else { throw .trailingBytes(rest.count) }
    }
}

extension AuthenticatorData.AttestedCredential {
    fileprivate init(readingFrom rest: inout ArraySlice<UInt8>) throws(AuthenticatorDataError) {
        aaguid = try rest.take(AuthenticatorData.aaguidLength)
        let length = try rest.take(2).reduce(0) { $0 << 8 | Int($1) }
        guard (1...Self.identifierLimit).contains(length) else { throw .identifierLength(length) }
        id = try rest.take(length)
        var decoder = CBORDecoder(rest)
        let item: CBOR
        do { item = try decoder.next() } catch { throw .cbor(error) }
        do { publicKey = try COSEKey(item) } catch { throw .publicKey(error) }
        rest = rest.dropFirst(decoder.offset)
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ count: Int) throws(AuthenticatorDataError) -> [UInt8] {
        guard self.count >= count else { throw .truncated }
        defer { self = dropFirst(count) }
        return Array(prefix(count))
    }
}

/// Why bytes are no authenticator data.
package enum AuthenticatorDataError: Error, Hashable, Sendable {
    case truncated
    case trailingBytes(Int)
    case identifierLength(Int)
    case cbor(CBORError)
    case publicKey(COSEKeyError)
    case extensionsAreNoMap
    /// The flag for "backed up" without the one for "may be backed up" (WebAuthn L3 §6.1.3).
    case backedUpAndNotEligible
}
