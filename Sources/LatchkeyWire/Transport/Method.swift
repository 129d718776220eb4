/// A call that one side makes and the other side answers.
public protocol Method: Sendable {
    associatedtype Parameters: Codable & Sendable
    associatedtype Result: Codable & Sendable
    static var name: String { get }
}

/// A message without an answer.
public protocol Notification: Sendable {
    associatedtype Parameters: Codable & Sendable
    static var name: String { get }
}

/// Parameters or a result without members, an empty object.
public struct Empty: Codable, Hashable, Sendable {
    public init() {}
}
