/// The making of one answer to a call of the other side.
package enum Answer {
    /// Runs the work, and cancels it when the stream ends before it does.
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

    /// Turns whatever a method does into a message of a length that can be sent.
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
            // The type alone: what an unforeseen error says may hold what it was about.
            return refusal(id, RemoteError(.internalError, "unexpected \(type(of: error))"))
        }
    }

    /// An error for a call, or for nobody in particular.
    package static func refusal(_ id: Int?, _ error: RemoteError) -> [UInt8] {
        let message = try? Payload.encode(ErrorMessage(id: id, error: MessageError(error)))
        if let message, message.count <= Frame.maximumLength { return message }
        // An error is made of strings and numbers, which always encode; what is left is one that is too long.
        return refusal(id, RemoteError(error.reason, "the error is longer than a message may be"))
    }
}
