import Foundation

/// What a JSON-RPC 2.0 message is, read before its payload is.
package enum MessageHead {
    case call(method: String, id: Int)
    case notification(method: String)
    case answer(id: Int, error: RemoteError?)
    /// An error that belongs to no call: a message of ours could not be read, or the connection is not wanted.
    ///
    /// Answering it would have two sides complain to each other for ever.
    case complaint(RemoteError)
    /// An answer that nobody can make sense of, and the call that it was for.
    case malformedAnswer(id: Int?)
    /// JSON that is no message, and its id where it has one.
    case malformed(id: Int?)
}

extension MessageHead: Decodable {
    private enum CodingKeys: String, CodingKey { case jsonrpc, id, method, result, error }

    /// - Throws: `DecodingError` for what is not even an object.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        // What has the wrong type counts as missing here: the message is then malformed, and still has its other parts.
        let isCurrent = (try? members.decode(String.self, forKey: .jsonrpc)) == "2.0"
        let id = try? members.decode(Int.self, forKey: .id)
        let method = try? members.decode(String.self, forKey: .method)
        let hasError = try members.contains(.error) && !members.decodeNil(forKey: .error)
        if members.contains(.result) || hasError {
            let error = hasError ? try? members.decode(MessageError.self, forKey: .error) : nil
            let isWhole =
                isCurrent && !members.contains(.method) && hasError != members.contains(.result)
                && hasError == (error != nil)
            switch (id, isWhole) {
            case (let id?, true): self = .answer(id: id, error: error?.remoteError)
            default:
                if isWhole, let error { self = .complaint(error.remoteError) } else { self = .malformedAnswer(id: id) }
            }
        } else if isCurrent, let method, !members.contains(.id) {
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
    /// Nothing when the call could not be read far enough to know.
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

/// JSON-RPC's error object; `data` carries what this protocol goes by.
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

    /// JSON-RPC leaves `data` to whoever made the error, so one of another shape is no fault.
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        code = try members.decode(Int.self, forKey: .code)
        message = try members.decode(String.self, forKey: .message)
        data = try? members.decode(RemoteError.self, forKey: .data)
    }
}

struct ParametersOf<Parameters: Decodable>: Decodable {
    var params: Parameters
}

struct ResultOf<Result: Decodable>: Decodable {
    var result: Result
}

/// Tells the other side that nobody waits for the answer any more.
struct CancelCall: Notification {
    static let name = "$/cancelRequest"

    struct Parameters: Codable, Sendable {
        var id: Int
    }
}

extension RemoteError.Reason {
    /// JSON-RPC 2.0 §5.1; what it has no number for is the implementation's -32000.
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
