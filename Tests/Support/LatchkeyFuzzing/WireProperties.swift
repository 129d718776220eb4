import FoundationEssentials
import LatchkeyCore
import LatchkeySheet
import LatchkeyWire

enum FrameProperties {
    /// A stream has the same payloads whole and in pieces.
    ///
    /// The first byte is the length of a piece.
    static func check(_ bytes: [UInt8]) {
        guard let width = bytes.first.map({ Int($0) % 16 + 1 }) else { return }
        let stream = Array(bytes.dropFirst())
        let whole = payloads(of: [stream[...]])
        let pieces = stride(from: 0, to: stream.count, by: width).map { stream[$0..<min($0 + width, stream.count)] }
        precondition(payloads(of: pieces) == whole, "the payloads depend on how the stream is split")
        if let whole {
            let again = whole.compactMap { try? Frame.encode($0) }
            precondition(
                again.count == whole.count && stream.starts(with: again.joined()),
                "a frame changed when decoded and encoded")
        }
    }

    /// The payloads of a stream; `nil` if one is above the limit.
    private static func payloads(of chunks: [ArraySlice<UInt8>]) -> [[UInt8]]? {
        var decoder = FrameDecoder()
        var payloads: [[UInt8]] = []
        do throws(WireError) {
            for chunk in chunks {
                decoder.append(chunk)
                while let payload = try decoder.next() { payloads.append(payload) }
            }
        } catch {
            return nil
        }
        return payloads
    }
}

enum JSONProperties {
    /// Foundation's decoder and ours decode every document that the scanner accepts to the same values.
    static func check(_ bytes: [UInt8]) {
        guard let document = try? JSONDocument(bytes) else { return }
        let foundations = try? JSONDecoder().decode(Readable.self, from: Data(bytes))
        precondition(foundations != nil, "Foundation's decoder rejects a document that the scanner accepts")
        let ours = try? document.root.decode(Readable.self)
        precondition(ours == foundations, "the decoders read different values")
        guard let ours, let written = try? JSONEncoding.encode(ours) else { return }
        precondition((try? JSONDocument(written).root.decode(Readable.self)) == ours, "a value changed when written")
    }

    /// Any JSON; decoding it visits every value.
    private indirect enum Readable: Codable, Equatable {
        case list([Readable])
        case object([String: Readable])
        case text(String)
        case number(Double)
        case flag(Bool)
        case null
        /// A number that decoders reject, such as one larger than any `Double`.
        case otherNumber

        init(from decoder: any Decoder) throws {
            let scalar = try decoder.singleValueContainer()
            if var items = try? decoder.unkeyedContainer() {
                var list: [Readable] = []
                while !items.isAtEnd { list.append(try items.decode(Readable.self)) }
                self = .list(list)
            } else if let members = try? scalar.decode([String: Readable].self) {
                self = .object(members)
            } else if scalar.decodeNil() {
                self = .null
            } else if let flag = try? scalar.decode(Bool.self) {
                self = .flag(flag)
            } else if let text = try? scalar.decode(String.self) {
                self = .text(text)
            } else if let number = try? scalar.decode(Double.self), number.isNormal {
                self = .number(number)
            } else {
                // Foundation rejects some zeros and numbers near zero.
                self = .otherNumber
            }
        }

        func encode(to encoder: any Encoder) throws {
            var scalar = encoder.singleValueContainer()
            switch self {
            case .list(let list): try scalar.encode(list)
            case .object(let members): try scalar.encode(members)
            case .text(let text): try scalar.encode(text)
            case .number(let number): try scalar.encode(number)
            case .flag(let flag): try scalar.encode(flag)
            case .null: try scalar.encodeNil()
            case .otherNumber: try scalar.encode(0)
            }
        }
    }
}

enum MessageProperties {
    static func check(_ bytes: [UInt8]) {
        guard let document = try? Payload.scan(bytes) else { return }
        _ = MessageHead(document)
        roundTrip(Hello.Parameters.self, bytes)
        roundTrip(Suggest.Result.self, bytes)
        roundTrip(FilledCredential.self, bytes)
        roundTrip(CredentialIdentity.self, bytes)
        roundTrip(ProviderRequest.self, bytes)
        roundTrip(ProviderAnswer.self, bytes)
        roundTrip(CredentialReport.self, bytes)
        roundTrip(ProviderDescription.self, bytes)
        roundTrip(LogEntry.self, bytes)
        roundTrip(RemoteError.self, bytes)
        roundTrip(SheetFrame.self, bytes)
        roundTrip(SheetEvent.self, bytes)
        if let sheet = roundTrip(Sheet.self, bytes) { difference(from: sheet, to: Sheet(title: "Other")) }
        if let difference = roundTrip(SheetDifference.self, bytes) {
            _ = try? Sheet(title: "Any", elements: [.init("a", .list(Sheet.List([])))]).applying(difference)
        }
    }

    /// A decoded value encodes to JSON that the scanner accepts and that decodes to the same value.
    @discardableResult
    private static func roundTrip<Value: Codable & Hashable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        guard let value = try? Payload.decode(type, from: bytes) else { return nil }
        guard let written = try? Payload.encode(value) else {
            preconditionFailure("a decoded value cannot be encoded")
        }
        precondition((try? Payload.scan(written)) != nil, "a value was encoded to JSON that the scanner rejects")
        precondition((try? Payload.decode(type, from: written)) == value, "a value changed when written and read")
        return value
    }

    private static func difference(from old: Sheet, to new: Sheet) {
        precondition(
            (try? old.applying(SheetDifference(from: old, to: new))) == new, "applying a difference has a wrong result")
        precondition(
            (try? new.applying(SheetDifference(from: new, to: old))) == old,
            "applying the reverse difference has a wrong result")
    }
}
