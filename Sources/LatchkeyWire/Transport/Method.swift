/// A call that one side makes and the other answers.
public protocol Method: Sendable {
    associatedtype Parameters: Codable & Sendable
    associatedtype Result: Codable & Sendable
    static var name: String { get }
}

/// A message that is not answered.
public protocol Notification: Sendable {
    associatedtype Parameters: Codable & Sendable
    static var name: String { get }
}

/// Nothing to say: an empty object on the wire.
public struct Empty: Codable, Hashable, Sendable {
    public init() {}
}
