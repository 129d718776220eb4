/// The attestation object that a relying party receives for a new credential (WebAuthn L3 §6.5.4).
package struct AttestationObject: Hashable, Sendable {
    /// The format of the attestation statement, such as `none` or `packed` (§8).
    package let format: String
    package let statement: CBOR
    /// The encoded authenticator data, as signed.
    package let authenticatorData: [UInt8]

    package init(format: String, statement: CBOR, authenticatorData: [UInt8]) {
        self.format = format
        self.statement = statement
        self.authenticatorData = authenticatorData
    }

    package var encoded: [UInt8] {
        CBOR.map(["fmt": .text(format), "attStmt": statement, "authData": .bytes(authenticatorData)]).encoded
    }

    /// Reads an attestation object of any format without validating its statement.
    ///
    /// - Throws: ``AttestationObjectError``
    package init(_ bytes: some Collection<UInt8>) throws(AttestationObjectError) {
        let item: CBOR
        do { item = try CBORDecoder.decode(bytes) } catch { throw .cbor(error) }
        guard item.map?.count == 3, let format = item["fmt"]?.text, let statement = item["attStmt"],
            statement.map != nil,
            let authenticatorData = item["authData"]?.bytes
        else { throw .missingMember }
        self.init(format: format, statement: statement, authenticatorData: authenticatorData)
    }
}

extension AttestationObject {
    /// No attestation (§8.7).
    static func none(_ authenticatorData: [UInt8]) -> AttestationObject {
        AttestationObject(format: "none", statement: [:], authenticatorData: authenticatorData)
    }

    /// Self attestation (§8.2): the credential's own key signs, without a certificate.
    static func packed(
        _ authenticatorData: [UInt8], algorithm: COSEAlgorithm, signature: [UInt8]
    ) -> AttestationObject {
        AttestationObject(
            format: "packed", statement: ["alg": CBOR(algorithm.rawValue), "sig": .bytes(signature)],
            authenticatorData: authenticatorData)
    }

    /// Verifies the statement of the formats `none` (§8.7) and `packed` with self attestation (§8.2).
    ///
    /// - Parameter clientDataHash: The SHA-256 of the client data.
    /// - Returns: `nil` for other formats, which a key of the authenticator's manufacturer signs.
    package func isValid(for key: COSEKey, clientDataHash: [UInt8]) -> Bool? {
        switch format {
        case "none":
            return statement.map?.isEmpty == true
        case "packed" where statement["x5c"] == nil:
            guard statement.map?.count == 2, statement["alg"]?.int == key.algorithm.rawValue,
                let signature = statement["sig"]?.bytes
            else { return false }
            return key.verifies(signature, over: authenticatorData + clientDataHash)
        default:
            return nil
        }
    }
}

/// Why bytes are not an attestation object.
package enum AttestationObjectError: Error, Hashable, Sendable {
    case cbor(CBORError)
    /// `fmt`, `attStmt` or `authData` is missing or has another type, or there is a further member.
    case missingMember
}
