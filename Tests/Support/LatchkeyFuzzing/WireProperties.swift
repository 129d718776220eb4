import FoundationEssentials
import LatchkeySheet
import LatchkeyWire

enum FrameProperties {
    /// A stream gives the same payloads whole as in pieces; the first byte says how wide these are.
    static func check(_ bytes: [UInt8]) {
        guard let width = bytes.first.map({ Int($0) % 16 + 1 }) else { return }
        let stream = Array(bytes.dropFirst())
        let whole = payloads(of: [stream[...]])
        let pieces = stride(from: 0, to: stream.count, by: width).map { stream[$0..<min($0 + width, stream.count)] }
        precondition(payloads(of: pieces) == whole, "the payloads depend on how the stream is cut")
        if let whole {
            let again = whole.compactMap { try? Frame.encode($0) }
            precondition(again.count == whole.count && stream.starts(with: again.joined()), "a frame changed its bytes")
        }
    }

    /// The payloads of a stream, or nothing when one announces too much.
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
    /// What the check lets through a decoder reads, and says the same of when it is written and read again.
    static func check(_ bytes: [UInt8]) {
        guard (try? JSONCheck.check(bytes)) != nil else { return }
        precondition(
            (try? JSONDecoder().decode(Readable.self, from: Data(bytes))) != nil, "a decoder refuses checked JSON")
    }

    /// Any JSON; decoding it visits all of it.
    private struct Readable: Decodable {
        init(from decoder: any Decoder) throws {
            if var items = try? decoder.unkeyedContainer() {
                while !items.isAtEnd { _ = try items.decode(Readable.self) }
            } else if let members = try? decoder.container(keyedBy: AnyKey.self) {
                for key in members.allKeys { _ = try members.decode(Readable.self, forKey: key) }
            } else {
                let scalar = try decoder.singleValueContainer()
                if scalar.decodeNil() || (try? scalar.decode(Bool.self)) != nil { return }
                if (try? scalar.decode(String.self)) != nil { return }
                // A number past every Double is JSON, but no value.
                _ = try? scalar.decode(Double.self)
            }
        }
    }

    private struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

enum MessageProperties {
    static func check(_ bytes: [UInt8]) {
        guard (try? JSONCheck.check(bytes)) != nil else { return }
        _ = try? Payload.decode(MessageHead.self, from: bytes)
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

    /// A value that was read is written as checked JSON, and read again as the same value.
    @discardableResult
    private static func roundTrip<Value: Codable & Hashable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        guard let value = try? Payload.decode(type, from: bytes) else { return nil }
        guard let written = try? Payload.encode(value) else {
            preconditionFailure("a value that was read cannot be written")
        }
        precondition((try? JSONCheck.check(written)) != nil, "a value is written as JSON that the check refuses")
        precondition((try? Payload.decode(type, from: written)) == value, "a value changed on its way")
        return value
    }

    private static func difference(from old: Sheet, to new: Sheet) {
        precondition((try? old.applying(SheetDifference(from: old, to: new))) == new, "a difference leads elsewhere")
        precondition((try? new.applying(SheetDifference(from: new, to: old))) == old, "a difference does not lead back")
    }
}
