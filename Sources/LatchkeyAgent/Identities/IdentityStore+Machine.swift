import Crypto
import Foundation

extension IdentityStore {
    /// A digest of the machine's identifier, for the store to know its machine by.
    ///
    /// The identifier itself is not to leave the machine, and the store's file may (`machine-id(5)`).
    package static func digest(ofMachine identifier: [UInt8]?) -> String {
        let digest = SHA256.hash(data: Data("latchkey identity store\n".utf8) + (identifier ?? []))
        return IdentityRecord.name(ofID: Data(digest))
    }
}
