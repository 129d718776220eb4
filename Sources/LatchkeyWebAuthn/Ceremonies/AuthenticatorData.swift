internal import LatchkeyCore

/// The data that an authenticator signs (WebAuthn L3 §6.1).
package struct AuthenticatorData: Hashable, Sendable {
    /// The SHA-256 of the relying party identifier, 32 bytes.
    package var relyingPartyHash: [UInt8]
    package var flags: Flags
    package var signatureCount: UInt32
    /// The new credential; `nil` in an assertion.
    package var credential: AttestedCredential?
    /// The extension outputs by identifier; `nil` for none.
    package var extensions: CBOR?

    /// Creates authenticator data, and sets the flags of the credential and the extensions.
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

    /// The attested credential data of a new credential (WebAuthn L3 §6.5.1).
    package struct AttestedCredential: Hashable, Sendable {
        /// The model of the authenticator, 16 bytes.
        package let aaguid: [UInt8]
        /// The credential ID, 1 to 1023 bytes (§6.5.1; step 11 of §7.1 refuses longer ones).
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
        var writer = ByteWriter()
        writer.write(relyingPartyHash)
        writer.write(byte: flags.rawValue)
        writer.write(signatureCount)
        if let credential {
            writer.write(credential.aaguid)
            writer.write(UInt16(clamping: credential.id.count))
            writer.write(credential.id)
            writer.write(credential.publicKey.cbor.encoded)
        }
        if let extensions { writer.write(extensions.encoded) }
        return writer.bytes
    }

    /// Decodes authenticator data, and refuses trailing bytes.
    ///
    /// - Throws: ``AuthenticatorDataError``
    package init(_ bytes: some Collection<UInt8>) throws(AuthenticatorDataError) {
        var reader = ByteReader(Array(bytes)[...])
        guard let hash = reader.read(count: Self.hashLength), let flagBits = reader.readByte(),
            let count = reader.read(UInt32.self)
        else { throw .truncated }
        relyingPartyHash = Array(hash)
        flags = Flags(rawValue: flagBits)
        signatureCount = count
        // §6.1.3: only a credential that is eligible for backup can be backed up.
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else { throw .backedUpWithoutEligibility }
        if flags.contains(.attestedCredential) { credential = try AttestedCredential(readingFrom: &reader) }
        if flags.contains(.extensions) {
            let item = try reader.readCBOR()
            guard case .map = item else { throw .extensionsNotAMap }
            extensions = item
        }
        guard reader.isAtEnd else { throw .trailingBytes(reader.remaining.count) }
    }
}

extension AuthenticatorData.AttestedCredential {
    fileprivate init(readingFrom reader: inout ByteReader) throws(AuthenticatorDataError) {
        guard let aaguid = reader.read(count: AuthenticatorData.aaguidLength), let length = reader.read(UInt16.self)
        else { throw .truncated }
        guard (1...Self.identifierLimit).contains(Int(length)) else { throw .identifierLength(Int(length)) }
        guard let id = reader.read(count: Int(length)) else { throw .truncated }
        self.aaguid = Array(aaguid)
        self.id = Array(id)
        let item = try reader.readCBOR()
        do { publicKey = try COSEKey(item) } catch { throw .publicKey(error) }
    }
}

extension ByteReader {
    fileprivate mutating func readCBOR() throws(AuthenticatorDataError) -> CBOR {
        var decoder = CBORDecoder(remaining)
        do {
            let item = try decoder.next()
            _ = read(count: decoder.offset)
            return item
        } catch {
            throw .cbor(error)
        }
    }
}

/// Why bytes are not authenticator data.
package enum AuthenticatorDataError: Error, Hashable, Sendable {
    case truncated
    case trailingBytes(Int)
    case identifierLength(Int)
    case cbor(CBORError)
    case publicKey(COSEKeyError)
    case extensionsNotAMap
    /// The flag BS (backup state) is set without BE (backup eligibility); see WebAuthn L3 §6.1.3.
    case backedUpWithoutEligibility
}
