import AuthenticationServices

// In Swift 5 mode, callbacks without an annotation for the main actor can use a controller.

public class ClosureProvider: ASCredentialProviderViewController {
    public override func prepareCredentialList(for serviceIdentifiers: [ASCredentialServiceIdentifier]) {
        unlock { self.extensionContext.completeRequest(withSelectedCredential: .init(user: "ann", password: "p")) }
    }

    private func unlock(_ done: @escaping () -> Void) {
        DispatchQueue.main.async { done() }
    }

    /// A button's action, as in a storyboard.
    @IBAction public func cancel(_ sender: AnyObject?) {
        extensionContext.cancelRequest(withError: ASExtensionError(.userCanceled))
    }
}

extension ASCredentialProviderExtensionContext: @unchecked @retroactive Sendable {}

/// A model that stores the context, as coordinators do.
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
