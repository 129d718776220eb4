public import LatchkeySheet

/// Shows a sheet: provider to agent, and agent to the client that asked.
public struct OpenSheet: Notification {
    public static let name = "sheet.open"

    public struct Parameters: Codable, Hashable, Sendable {
        /// Names the sheet on this connection.
        public var id: Int
        /// The id of the client's call that the sheet belongs to.
        ///
        /// A provider sends `nil`, and so does an agent that is older than this member.
        public var call: Int?
        /// What the agent shows around the sheet.
        ///
        /// A provider sends `nil`; the agent ignores any other value.
        public var frame: SheetFrame?
        public var sheet: Sheet

        public init(id: Int, call: Int? = nil, frame: SheetFrame? = nil, sheet: Sheet) {
            self.id = id
            self.call = call
            self.frame = frame
            self.sheet = sheet
        }
    }
}

/// Changes an open sheet, in the direction of ``OpenSheet``.
public struct ChangeSheet: Notification {
    public static let name = "sheet.change"

    public struct Parameters: Codable, Hashable, Sendable {
        public var id: Int
        public var difference: SheetDifference

        public init(id: Int, difference: SheetDifference) {
            self.id = id
            self.difference = difference
        }
    }
}

/// Closes a sheet, in the direction of ``OpenSheet``.
public struct CloseSheet: Notification {
    public static let name = "sheet.close"
    public typealias Parameters = SheetParameters
}

/// Names a sheet.
public struct SheetParameters: Codable, Hashable, Sendable {
    public var id: Int

    public init(id: Int) {
        self.id = id
    }
}

/// What the user did: client to agent, and agent to provider.
public struct SheetHappening: Notification {
    public static let name = "sheet.event"

    public struct Parameters: Codable, Hashable, Sendable {
        public var id: Int
        public var event: SheetEvent

        public init(id: Int, event: SheetEvent) {
            self.id = id
            self.event = event
        }
    }
}
