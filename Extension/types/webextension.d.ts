// The part of the WebExtension API that Latchkey uses, in the form that both browsers share (promises).
// Source: MDN "WebExtensions JavaScript APIs" and developer.chrome.com "API reference"; only what src/browser.js calls.

declare namespace WebExtension {
    interface Listeners<Listener> {
        addListener(listener: Listener): void;
        removeListener(listener: Listener): void;
        hasListener(listener: Listener): boolean;
    }
    interface Tab {
        id?: number;
        windowId: number;
        incognito: boolean;
        active: boolean;
        lastAccessed?: number;
        /** Present only with the tab's host permission or activeTab. */
        url?: string;
    }
    interface MessageSender {
        tab?: Tab;
        frameId?: number;
        documentId?: string;
        documentLifecycle?: string;
        url?: string;
        origin?: string;
        id?: string;
    }
    interface Port {
        readonly name: string;
        readonly sender?: MessageSender;
        /** Firefox only: why the port ended. */
        readonly error?: { message: string } | null;
        postMessage(message: unknown): void;
        disconnect(): void;
        readonly onMessage: Listeners<(message: unknown, port: Port) => void>;
        readonly onDisconnect: Listeners<(port: Port) => void>;
    }
    interface MenuClick {
        menuItemId: string | number;
        frameId?: number;
        frameUrl?: string;
        pageUrl?: string;
    }
    interface Frame {
        frameId: number;
        parentFrameId: number;
        url: string;
        documentId?: string;
        errorOccurred?: boolean;
        documentLifecycle?: string;
        frameType?: string;
    }
    interface NavigationDetails {
        tabId: number;
        frameId: number;
        url: string;
        documentId?: string;
        documentLifecycle?: string;
        frameType?: string;
        /** Of onCommitted only. */
        transitionType?: string;
        /** Of onCommitted only. */
        transitionQualifiers?: string[];
        timeStamp: number;
    }
    interface AuthChallenge {
        requestId: string;
        tabId: number;
        frameId: number;
        url: string;
        type: string;
        isProxy: boolean;
        realm?: string;
        scheme: string;
        initiator?: string;
        originUrl?: string;
        documentUrl?: string;
        parentFrameId?: number;
        challenger: { host: string; port: number };
        incognito?: boolean;
    }
    interface BlockingResponse {
        cancel?: boolean;
        authCredentials?: { username: string; password: string };
    }
    interface StorageArea {
        get(keys: string | string[] | null): Promise<Record<string, unknown>>;
        set(items: Record<string, unknown>): Promise<void>;
        remove(keys: string | string[]): Promise<void>;
    }
    interface BrowserSetting {
        get(details: Record<string, never>): Promise<{ value: unknown; levelOfControl: string }>;
        set(details: { value: unknown }): Promise<void>;
        clear(details: Record<string, never>): Promise<void>;
    }
    interface Permissions {
        permissions?: string[];
        origins?: string[];
    }
    interface CreatedWindow {
        id?: number;
        tabs?: Tab[];
        left?: number;
        top?: number;
        width?: number;
        height?: number;
        incognito: boolean;
    }
    interface API {
        runtime: {
            readonly id: string;
            readonly lastError?: { message?: string };
            connect(info: { name: string }): Port;
            connectNative(application: string): Port;
            getURL(path: string): string;
            getManifest(): { version: string };
            getPlatformInfo(): Promise<{ os: string }>;
            openOptionsPage(): Promise<void>;
            /** Firefox only. */
            getBrowserInfo?(): Promise<{ name: string; vendor: string; version: string }>;
            sendMessage(message: unknown): Promise<unknown>;
            readonly onConnect: Listeners<(port: Port) => void>;
            readonly onMessage: Listeners<
                (message: unknown, sender: MessageSender, respond: (answer: unknown) => void) => boolean | void
            >;
            readonly onInstalled: Listeners<(details: { reason: string }) => void>;
            readonly onStartup: Listeners<() => void>;
        };
        i18n: {
            getMessage(key: string, substitutions?: string[]): string;
            getUILanguage(): string;
        };
        tabs: {
            get(tabId: number): Promise<Tab>;
            query(filter: { active?: boolean; currentWindow?: boolean; lastFocusedWindow?: boolean }): Promise<Tab[]>;
            sendMessage(tabId: number, message: unknown, options?: { frameId?: number; documentId?: string }):
                Promise<unknown>;
            create(options: { url: string }): Promise<Tab>;
            getZoom(): Promise<number>;
            readonly onRemoved: Listeners<(tabId: number) => void>;
        };
        windows: {
            create(options: {
                url: string;
                type: "popup";
                width: number;
                height: number;
                left?: number;
                top?: number;
                focused?: boolean;
                incognito?: boolean;
            }): Promise<CreatedWindow>;
            get(windowId: number): Promise<CreatedWindow>;
            getLastFocused(): Promise<CreatedWindow>;
            getCurrent(): Promise<CreatedWindow>;
            update(windowId: number, options: { focused?: boolean; drawAttention?: boolean; height?: number }):
                Promise<CreatedWindow>;
            remove(windowId: number): Promise<void>;
            readonly onRemoved: Listeners<(windowId: number) => void>;
        };
        webNavigation: {
            getAllFrames(details: { tabId: number }): Promise<Frame[] | null>;
            readonly onCommitted: Listeners<(details: NavigationDetails) => void>;
            readonly onCompleted: Listeners<(details: NavigationDetails) => void>;
            readonly onCreatedNavigationTarget: Listeners<(details: { tabId: number; sourceTabId: number }) => void>;
            readonly onHistoryStateUpdated: Listeners<(details: NavigationDetails) => void>;
        };
        scripting: {
            executeScript(injection: {
                target: { tabId: number; frameIds?: number[]; documentIds?: string[]; allFrames?: boolean };
                files?: string[];
                func?: (...args: never[]) => unknown;
                args?: unknown[];
                injectImmediately?: boolean;
            }): Promise<{ frameId: number; documentId?: string; result?: unknown }[]>;
        };
        storage: { local: StorageArea; session: StorageArea };
        permissions: {
            contains(permissions: Permissions): Promise<boolean>;
            request(permissions: Permissions): Promise<boolean>;
            remove(permissions: Permissions): Promise<boolean>;
            readonly onAdded: Listeners<(permissions: Permissions) => void>;
            readonly onRemoved: Listeners<(permissions: Permissions) => void>;
        };
        action: {
            setBadgeText(details: { text: string; tabId?: number }): Promise<void>;
            setBadgeBackgroundColor(details: { color: string; tabId?: number }): Promise<void>;
            setTitle(details: { title: string; tabId?: number }): Promise<void>;
            openPopup?(): Promise<void>;
        };
        contextMenus: {
            create(
                entry: { id: string; title: string; contexts: string[]; documentUrlPatterns: string[] },
                done: () => void,
            ): unknown;
            readonly onClicked: Listeners<(click: MenuClick, tab?: Tab) => void>;
        };
        commands: {
            readonly onCommand: Listeners<(command: string, tab?: Tab) => void>;
            getAll(): Promise<{ name?: string; shortcut?: string; description?: string }[]>;
        };
        /** Optional: with the permission of the same name. */
        webRequest?: {
            readonly onAuthRequired: {
                addListener(
                    listener: (
                        challenge: AuthChallenge,
                        answer?: (response: BlockingResponse) => void,
                    ) => void | Promise<BlockingResponse>,
                    filter: { urls: string[] },
                    extra: string[],
                ): void;
                removeListener(listener: unknown): void;
            };
        };
        privacy?: { services: { passwordSavingEnabled: BrowserSetting } };
        /** Chromium only, in content scripts. */
        dom?: { openOrClosedShadowRoot(element: Element): ShadowRoot | null };
    }
}

declare var chrome: WebExtension.API;
/** Firefox's name for the same, with promises. */
declare var browser: WebExtension.API | undefined;

interface Element {
    /** Firefox only, in content scripts. */
    readonly openOrClosedShadowRoot?: ShadowRoot | null;
}
