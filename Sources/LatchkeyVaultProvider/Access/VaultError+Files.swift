import Foundation
import LatchkeySystem
import LatchkeyVault

extension VaultError {
    /// Maps an error of writing one of the vault’s files.
    init(writing error: any Error) {
        switch error {
        case let error as VaultError: self = error
        case SystemError.alreadyExists: self = .alreadyExists
        case SystemError.callFailed(_, let number, _): self.init(number: number)
        case let error as CocoaError: self.init(error)
        default: self = .storage(.cannotOpen)
        }
    }

    private init(number: Int32) {
        switch POSIXErrorCode(rawValue: number) {
        case .ENOSPC, .EDQUOT, .EFBIG: self = .storage(.full)
        case .EROFS, .EACCES, .EPERM: self = .storage(.readOnly)
        case .EIO: self = .storage(.inputOutput)
        default: self = .storage(.cannotOpen)
        }
    }

    private init(_ error: CocoaError) {
        switch error.code {
        case .fileWriteOutOfSpace: self = .storage(.full)
        case .fileWriteVolumeReadOnly, .fileWriteNoPermission: self = .storage(.readOnly)
        case .fileWriteFileExists: self = .alreadyExists
        default:
            guard let cause = error.underlying as? POSIXError else {
                self = .storage(.cannotOpen)
                return
            }
            self.init(number: cause.code.rawValue)
        }
    }
}
