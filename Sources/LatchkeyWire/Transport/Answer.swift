/// The answer to one call of the other side.
package enum Answer {
    /// Runs the work and cancels it if the stream ends first.
    static func make(
        until cancellation: AsyncStream<Void>, _ work: @escaping @Sendable () async -> [UInt8]
    ) async -> [UInt8] {
        await withTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { await work() }
            group.addTask {
                for await _ in cancellation {}
                return nil
            }
            var answer: [UInt8] = []
            for await outcome in group {
                if let outcome { answer = outcome }
                group.cancelAll()
            }
            return answer
        }
    }

    /// Encodes a method's result or error as a message that fits a frame.
    static func make(to id: Int, from method: () async throws -> [UInt8]) async -> [UInt8] {
        do {
            let answer = try await method()
            if answer.count <= Frame.maximumLength { return answer }
            return refusal(id, RemoteError(.internalError, "the answer is longer than a message may be"))
        } catch let error as RemoteError {
            return refusal(id, error)
        } catch is CancellationError {
            return refusal(id, RemoteError(.requestCancelled, "the request was cancelled"))
        } catch {
            // The type alone: the description of an unexpected error may contain a secret.
            return refusal(id, RemoteError(.internalError, "unexpected \(type(of: error))"))
        }
    }

    /// Encodes an error as the answer to a call, or as an error without an id.
    package static func refusal(_ id: Int?, _ error: RemoteError) -> [UInt8] {
        let message = try? Payload.encode(ErrorMessage(id: id, error: MessageError(error)))
        if let message, message.count <= Frame.maximumLength { return message }
        // Strings and integers always encode, so the error is too long for a frame.
        return refusal(id, RemoteError(error.reason, "the error is longer than a message may be"))
    }
}
