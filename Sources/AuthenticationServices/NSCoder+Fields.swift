internal import Foundation

/// Reading archives that may come from anybody: an absent or foreign field is `nil`, never a trap.
///
/// The optional forms tell the two apart: an absent field is `.some(nil)`, a field of another class is `nil`.
/// Presence is asked first, since a keyed unarchiver counts a missing key as an error of the whole archive.
extension NSCoder {
    func text(forKey key: String) -> String? {
        value(of: NSString.self, forKey: key).map { String(describing: $0) }
    }

    func bytes(forKey key: String) -> Data? {
        value(of: NSData.self, forKey: key).map { Data(referencing: $0) }
    }

    func integer(forKey key: String) -> Int? {
        value(of: NSNumber.self, forKey: key).flatMap { Int(exactly: $0.int64Value) }
    }

    func value<Value: NSObject & NSCoding>(of type: Value.Type, forKey key: String) -> Value? {
        guard holds(key) else { return nil }
        return decodeObject(of: type, forKey: key)
    }

    func list<Element>(of types: [AnyClass], as element: Element.Type, forKey key: String) -> [Element]? {
        guard holds(key) else { return nil }
        return decodeObject(of: [NSArray.self] + types, forKey: key) as? [Element]
    }

    func optionalText(forKey key: String) -> String?? {
        holds(key) ? text(forKey: key).map(Optional.some) : .some(nil)
    }

    func optionalBytes(forKey key: String) -> Data?? {
        holds(key) ? bytes(forKey: key).map(Optional.some) : .some(nil)
    }

    func holds(_ key: String) -> Bool {
        allowsKeyedCoding && containsValue(forKey: key)
    }

    func encode(text: String?, forKey key: String) {
        guard let text else { return }
        encode(NSString(string: text), forKey: key)
    }

    func encode(bytes: Data?, forKey key: String) {
        guard let bytes else { return }
        encode(NSData(data: bytes), forKey: key)
    }

    /// Writes a number as an object, so that a reader can tell a missing one from zero.
    func encode(integer: Int, forKey key: String) {
        encode(NSNumber(value: integer), forKey: key)
    }
}
