import LatchkeyTerminal
import LatchkeyPasswords
import LatchkeyCore

/// A change of a login's one-time code.
enum CodeChange {
    case set(OneTimeCodeSecret)
    case remove

    var stored: Secret? { if case .set(let code) = self { code.address } else { nil } }
}

/// One-time codes that the user typed, passed in a descriptor, or gave as the picture of a QR code.
struct ImportedCodes {
    /// Several only if the QR code is another app's export.
    let codes: [OneTimeCodeSecret]

    /// Reads the codes that the options name; `nil` if they name none.
    ///
    /// - Throws: ``CommandError`` for an invalid code.
    static func collect(_ options: LoginOptions) async throws -> ImportedCodes? {
        if let image = options.qr { return try await read(QRImage.oneTimeCodes(in: image)) }
        if let descriptor = options.codeFd { return try read(Prompt.secret(fromDescriptor: descriptor)) }
        guard options.code else { return nil }
        while true {
            let text = try await Prompt.secret("One-time code (otpauth:// URL or key): ").orThrow(Messages.codeMissing)
            do {
                return try read(text)
            } catch let error as CommandError {
                VaultProgram.console.note("\(error.message); try again")
            }
        }
    }

    /// - Parameter text: A code; empty for none.
    private static func read(_ text: Secret) throws -> ImportedCodes {
        text.isEmpty ? ImportedCodes(codes: []) : try read([text])
    }

    /// The change of a single login; an empty code removes the login's code.
    func change() throws -> CodeChange {
        guard let first = codes.first else { return .remove }
        guard codes.count == 1 else { throw Messages.severalCodes(codes.count) }
        return .set(first)
    }

    private static func read(_ texts: [Secret]) throws -> ImportedCodes {
        var codes: [OneTimeCodeSecret] = []
        var migrations: [GoogleAuthenticatorMigration] = []
        for text in texts {
            do throws(OneTimeCodeError) {
                codes.append(try OneTimeCodeSecret(parsing: text))
            } catch .severalAccounts {
                migrations.append(try migration(text))
            } catch {
                throw Messages.noCode(error)
            }
        }
        for migration in migrations {
            codes += migration.accounts
            for refusal in migration.refusals {
                VaultProgram.console.note("skipped \(refusal.name): \(Messages.sentence(of: refusal.reason))")
            }
        }
        let missing = GoogleAuthenticatorMigration.missingParts(among: migrations)
        if !missing.isEmpty {
            let numbers = missing.map { String($0 + 1) }.joined(separator: ", ")
            VaultProgram.console.note("the other app shows more QR codes; add these, too: \(numbers)")
        }
        guard !codes.isEmpty else { throw Messages.noCode(.notACode) }
        return ImportedCodes(codes: codes)
    }

    private static func migration(_ text: Secret) throws -> GoogleAuthenticatorMigration {
        do throws(OneTimeCodeError) {
            return try GoogleAuthenticatorMigration(parsing: text)
        } catch {
            throw Messages.noCode(error)
        }
    }
}
