import AuthenticationServices
import LatchkeyProvider

// A provider for the tests of the programs: does what the picked login's name says.
await ProviderMain.run { MisbehavingViewController() }
