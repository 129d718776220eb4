import Foundation

/// The parts of a JSON-RPC 2.0 message that say what it is, read before its payload is.
struct MessageHead: Decodable {
    var id: Int?
    var method: String?
    var isResult: Bool
    var error: MessageError?

    private enum CodingKeys: String, CodingKey { case jsonrpc, id, method, result, error }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard try members.decode(String.self, forKey: .jsonrpc) == "2.0" else { throw WireError.notAMessage }
        id = try members.decodeIfPresent(Int.self, forKey: .id)
        method = try members.decodeIfPresent(String.self, forKey: .method)
        isResult = members.contains(.result)
        error = try members.decodeIfPresent(MessageError.self, forKey: .error)
        let isAnswer = isResult || error != nil
        guard (method != nil) != isAnswer, !isAnswer || (id != nil && isResult != (error != nil)) else {
            throw WireError.notAMessage
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
struct MessageError: Codable {
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
