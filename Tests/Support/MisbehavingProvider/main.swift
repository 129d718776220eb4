import AuthenticationServices
import LatchkeyProvider

// A provider for end-to-end tests. The record identifier of the picked login selects its behaviour.
await ProviderMain.run { MisbehavingViewController() }
