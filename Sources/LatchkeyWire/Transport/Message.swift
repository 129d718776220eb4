package import LatchkeyCore

/// The kind of a JSON-RPC 2.0 message, with the members that tell it.
package enum MessageHead {
    case call(method: String, id: Int)
    case notification(method: String)
    case answer(id: Int, error: RemoteError?)
    /// An error without an id: the other side could not read a message, or refuses the connection.
    ///
    /// It must not be answered, or two sides would send each other errors for ever.
    case complaint(RemoteError)
    /// An answer that breaks JSON-RPC, and the id of its call.
    case malformedAnswer(id: Int?)
    /// JSON that is not a message, with its id if it has a valid one.
    case malformed(id: Int?)

    /// Reads the members of a message; a member of the wrong type counts as missing.
    package init(_ document: JSONDocument) {
        let message = document.root
        let isCurrent = message["jsonrpc"]?.string == "2.0"
        let idMember = message["id"]
        let id: Int? = idMember?.integer()
        let methodMember = message["method"]
        let method = methodMember?.string
        let hasResult = message["result"] != nil
        let errorMember = message["error"].flatMap { $0.kind == .null ? nil : $0 }
        if hasResult || errorMember != nil {
            let error = errorMember.flatMap { try? $0.decode(MessageError.self) }
            // Exactly one of a result and a readable error.
            let isWhole = isCurrent && methodMember == nil && hasResult == (errorMember == nil)
            switch (id, error) {
            case (let id?, _) where isWhole && hasResult: self = .answer(id: id, error: nil)
            case (let id?, let error?) where isWhole: self = .answer(id: id, error: error.remoteError)
            case (nil, let error?) where isWhole: self = .complaint(error.remoteError)
            default: self = .malformedAnswer(id: id)
            }
        } else if isCurrent, let method, idMember == nil {
            self = .notification(method: method)
        } else if isCurrent, let method, let id {
            self = .call(method: method, id: id)
        } else {
            self = .malformed(id: id)
        }
    }
}

/// A call or, without an `id`, a notification.
struct CallMessage<Parameters: Encodable>: Encodable {
    var jsonrpc = "2.0"
    var id: Int?
    var method: String
    var params: Parameters
}

struct ResultMessage<Result: Encodable>: Encodable {
    var jsonrpc = "2.0"
    var id: Int
    var result: Result
}

struct ErrorMessage: Encodable {
    var jsonrpc = "2.0"
    /// `nil` if the call's id could not be read.
    var id: Int?
    var error: MessageError

    private enum CodingKeys: String, CodingKey { case jsonrpc, id, error }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(jsonrpc, forKey: .jsonrpc)
        try members.encode(id, forKey: .id)
        try members.encode(error, forKey: .error)
    }
}

/// JSON-RPC's error object; this protocol uses its `data` only.
struct MessageError {
    var code: Int
    var message: String
    var data: RemoteError?

    init(_ error: RemoteError) {
        code = error.reason.jsonRPCCode
        message = error.message
        data = error
    }

    var remoteError: RemoteError { data ?? RemoteError(.internalError, message) }
}

extension MessageError: Codable {
    private enum CodingKeys: String, CodingKey { case code, message, data }

    /// JSON-RPC lets the sender choose the type of `data`, so any other type is valid and ignored.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        code = try members.decode(Int.self, forKey: .code)
        message = try members.decode(String.self, forKey: .message)
        data = try? members.decode(RemoteError.self, forKey: .data)
    }
}

/// Cancels a call; the caller does not wait for its answer.
struct CancelCall: Notification {
    static let name = "$/cancelRequest"

    struct Parameters: Codable, Sendable {
        var id: Int
    }
}

extension RemoteError.Reason {
    /// JSON-RPC 2.0 §5.1; -32000 for reasons that the specification has no number for.
    fileprivate var jsonRPCCode: Int {
        switch self {
        case .malformedMessage: -32600
        case .unknownMethod: -32601
        case .invalidParameters: -32602
        case .internalError: -32603
        default: -32000
        }
    }
}
