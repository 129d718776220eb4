import AuthenticationServices
import Testing

/// Valid and hostile archives that `NSKeyedUnarchiver` reads with secure coding.
@Suite struct `Archives` {
    @Test(arguments: Samples.archived.indices)
    func `an archive preserves every field`(index: Int) throws {
        let (object, optional) = Samples.archived[index]
        let back = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type(of: object)], from: archive(object))
                as? any NSObject & NSSecureCoding)
        #expect(fields(of: back) == fields(of: object))
        #expect(Set(fields(of: object).keys).isSuperset(of: optional))
    }

    @Test(arguments: Samples.archived.indices)
    func `an archive without a required field is rejected`(index: Int) throws {
        let (object, optional) = Samples.archived[index]
        #expect(try decoded(object, from: good(object)) != nil)
        for key in good(object).keys {
            var left = good(object)
            left[key] = nil
            #expect(try (decoded(object, from: left) != nil) == optional.contains(key), "without \(key)")
        }
    }

    @Test(arguments: Samples.archived.indices)
    func `an archive with a field of an unexpected class is rejected`(index: Int) throws {
        let object = Samples.archived[index].object
        let foreign: [NSObject] = [
            NSDate(), NSNumber(value: 4_711), NSArray(array: [NSDate()]), NSNull(), NSString("x"), NSUUID(),
            Samples.service,
        ]
        for key in good(object).keys {
            for value in foreign {
                var changed = good(object)
                changed[key] = .object(value)
                #expect(try decoded(object, from: changed) == nil, "\(key) as \(type(of: value))")
            }
            var changed = good(object)
            changed[key] = .number(1)
            #expect(try decoded(object, from: changed) == nil, "\(key) as a number")
        }
    }

    @Test(arguments: Samples.archived.indices)
    func `an archive with a text field that is not UTF-8 is rejected`(index: Int) throws {
        let object = Samples.archived[index].object
        for (key, field) in good(object) {
            guard case .bytes(let bytes) = field, String(data: bytes, encoding: .utf8) != nil, bytes.count > 2 else {
                continue
            }
            var changed = good(object)
            changed[key] = .bytes(Data([0xFF, 0xFE, 0xFD]))
            #expect(try decoded(object, from: changed) == nil, "\(key)")
        }
    }

    @Test(arguments: ["-1", "99", "9223372036854775807", "9223372036854775808", "", "1.5", "0x1"])
    func `an archive with an unknown enumeration value is rejected`(number: String) throws {
        let objects: [(String, any NSObject & NSSecureCoding)] = [
            ("type", ASCredentialServiceIdentifier(identifier: "a", type: .URL)), ("type", Samples.registration),
            ("event", Samples.save),
        ]
        for (key, object) in objects {
            var changed = good(object)
            changed[key] = .bytes(Data(number.utf8))
            #expect(try decoded(object, from: changed) == nil)
        }
    }

    @Test(arguments: [
        ("allowedCredentials", "[7]"), ("allowedCredentials", "{}"), ("allowedCredentials", "[\"no base64!\"]"),
        ("extensionInput", "{\"prf\":7}"), ("extensionInput", "[[[[[["), ("extensionInput", ""),
    ])
    func `an archive with damaged lists or extension inputs is rejected`(key: String, json: String) throws {
        var changed = good(Samples.parameters)
        changed[key] = .bytes(Data(json.utf8))
        #expect(try decoded(Samples.parameters, from: changed) == nil)
    }

    @Test func `an archive with a damaged inner value is rejected`() throws {
        for inner in ["{}", "{\"identifier\":\"YQ==\"}", "[]", "{\"identifier\":\"YQ==\",\"type\":\"/w==\"}"] {
            var changed = good(Samples.password)
            changed["serviceIdentifier"] = .bytes(Data(inner.utf8))
            #expect(try decoded(Samples.password, from: changed) == nil, "\(inner)")
        }
    }

    @Test func `an archive preserves extension inputs and outputs`() throws {
        let assertion = try #require(try unarchive(ASPasskeyCredentialRequest.self, from: archive(Samples.assertion)))
        guard case .assertion(let input) = assertion.extensionInput, case .write(let blob) = input.largeBlob?.operation
        else { throw Wrong() }
        #expect(blob == Data([9]))
        #expect(input.prf?.inputValues?.saltInput1 == Data([10]))
        #expect(input.prf?.inputValues?.saltInput2 == nil)
        #expect(input.prf?.perCredentialInputValues?[Data([11])]?.saltInput1 == Data([12]))

        let registration = try #require(
            try unarchive(ASPasskeyCredentialRequest.self, from: archive(Samples.registration)))
        guard case .registration(let made) = registration.extensionInput else { throw Wrong() }
        #expect(made.largeBlob?.supportRequirement == .preferred)
        #expect(made.prf?.shouldCheckForSupport == false)
        #expect(made.prf?.inputValues?.saltInput2 == Data([8]))
        #expect(registration.type == .passkeyRegistration)
        #expect(registration.supportedAlgorithms == [.ES256, ASCOSEAlgorithmIdentifier(-8)])
        #expect(registration.excludedCredentials?.map(\.credentialID) == [Data([6])])

        let signed = try #require(
            try unarchive(ASPasskeyAssertionCredential.self, from: archive(Samples.assertionCredential)))
        guard case .read(let read) = signed.extensionOutput?.largeBlob?.result else { throw Wrong() }
        #expect(read == Data([6]))
        #expect(signed.extensionOutput?.prf?.first == SymmetricKey(data: Data([7])))
        #expect(signed.extensionOutput?.prf?.second == SymmetricKey(data: Data([8])))

        let fresh = try #require(
            try unarchive(ASPasskeyRegistrationCredential.self, from: archive(Samples.registrationCredential)))
        #expect(fresh.extensionOutput?.largeBlob?.isSupported == true)
        #expect(fresh.extensionOutput?.prf?.isSupported == true)
        #expect(fresh.extensionOutput?.prf?.second == nil)
    }
}

private struct Wrong: Error {}

private func archive(_ object: any NSObject & NSSecureCoding) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
}

private func unarchive<Object: NSObject & NSSecureCoding>(_ type: Object.Type, from data: Data) throws -> Object? {
    try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: data)
}

/// Decodes an archive of the object's class with these fields.
private func decoded(_ object: any NSObject & NSSecureCoding, from fields: [String: Field]) throws -> Any? {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Forgery(fields), forKey: NSKeyedArchiveRootObjectKey)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    unarchiver.setClass(type(of: object), forClassName: NSStringFromClass(Forgery.self))
    return unarchiver.decodeObject(of: [type(of: object)], forKey: NSKeyedArchiveRootObjectKey)
}

private enum Field {
    case bytes(Data)
    case object(NSObject)
    case number(Int64)
}

/// An object that encodes any fields.
///
/// It is not private, because Foundation does not find private classes by name.
final class Forgery: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    private let fields: [String: Field]

    fileprivate init(_ fields: [String: Field]) {
        self.fields = fields
    }

    init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) {
        for (key, field) in fields {
            switch field {
            case .object(let object): coder.encode(object, forKey: key)
            case .number(let number): coder.encode(number, forKey: key)
            case .bytes(let bytes):
                unsafe Array(bytes).withUnsafeBufferPointer { buffer in
                    unsafe coder.encodeBytes(buffer.baseAddress, length: buffer.count, forKey: key)
                }
            }
        }
    }
}

private func good(_ object: any NSObject & NSSecureCoding) -> [String: Field] {
    let coder = RecordingCoder()
    object.encode(with: coder)
    return coder.fields.mapValues { .bytes($0) }
}

/// An object's encoded fields in a comparable form, since JSON members have no order.
private func fields(of object: any NSObject & NSSecureCoding) -> [String: String] {
    let coder = RecordingCoder()
    object.encode(with: coder)
    return coder.fields.mapValues { bytes in
        guard let json = try? JSONSerialization.jsonObject(with: bytes),
            let sorted = try? JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
        else { return bytes.base64EncodedString() }
        return String(decoding: sorted, as: UTF8.self)
    }
}

private final class RecordingCoder: NSCoder {
    private(set) var fields: [String: Data] = [:]
    override var allowsKeyedCoding: Bool { true }

    override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
        fields[key] = unsafe bytes.map { unsafe Data(bytes: $0, count: length) } ?? Data()
    }
}
