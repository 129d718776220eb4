import AuthenticationServices

// Rule 13: in Swift 5 mode a controller is used from callbacks that say nothing about the main actor.

public class ClosureProvider: ASCredentialProviderViewController {
    public override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        unlock { self.extensionContext.completeRequest(withSelectedCredential: .init(user: "ann", password: "p")) }
    }

    private func unlock(_ done: @escaping () -> Void) {
        DispatchQueue.main.async { done() }
    }

    /// A button's action, as from a storyboard.
    @IBAction public func cancel(_ sender: AnyObject?) {
        extensionContext.cancelRequest(withError: ASExtensionError(.userCanceled))
    }
}

extension ASCredentialProviderExtensionContext: @unchecked @retroactive Sendable {}

/// A model that holds the context, as coordinators do.
public class Coordinator {
    weak var controller: ASCredentialProviderViewController?
    let context: ASCredentialProviderExtensionContext

    @MainActor
    public init(_ controller: ASCredentialProviderViewController) {
        self.controller = controller
        context = controller.extensionContext
    }

    public func cancel() {
        context.cancelRequest(withError: ASExtensionError(.userCanceled))
    }
}

public class CoordinatedProvider: ASCredentialProviderViewController {
    lazy var coordinator = Coordinator(self)

    public override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        coordinator.cancel()
    }
}
