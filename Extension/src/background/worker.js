// The background's entry point. Registers every listener before anything else, since the browser starts this worker to
// call one of them.

import { isFirefox, runtime, tabs, webNavigation, windows } from "../browser.js";
import { documentPort, popupPort, sheetPort } from "../messages.js";
import * as calls from "../messages/documentMessages.js";
import { Agent } from "./agent.js";
import { Badge } from "./badge.js";
import { Banners } from "./banners.js";
import { loadContent, takeCommands, takeContextMenu } from "./commands.js";
import { Documents } from "./documents.js";
import { HttpAuth } from "./httpAuth.js";
import { TabMemory } from "./tabMemory.js";
import { neverPasskeys, neverSaved } from "./excludedHosts.js";
import { answerChallenges, stopPasswordSaving } from "./optionalPermissions.js";
import { PasskeyRequests } from "./passkeyRequests.js";
import { PopupRequests } from "./popupRequests.js";
import { RelatedOrigins } from "./relatedOrigins.js";
import { fetchRelatedOrigins } from "./relatedOrigins.js";
import { Requests } from "./requests.js";
import { Saving } from "./saving.js";
import { Sheets } from "./sheets.js";
import { after } from "./timeouts.js";
import { TabOpeners } from "./tabOpeners.js";
import * as adapter from "./browserAdapter.js";

const { activeTab, hasFocus, hasHostAccess, inspectPage, isPrivate, tell, tellTop, windowOf } = adapter;
const { framesOf } = adapter.documentsDependencies;
const agent = new Agent(adapter.agentDependencies);
const sheets = new Sheets(adapter.sheetsDependencies((id, event) => void agent.notify("sheet.event", { id, event })));
const memory = new TabMemory(Date.now);
const related = new RelatedOrigins(fetchRelatedOrigins, after);
const requests = new Requests({ agent, sheets, memory, neverSaved }, related);
const openers = new TabOpeners(after);
const banners = new Banners({ sheets, tellTop, livingTab: (tabId) => openers.living(tabId), frontTab: adapter.frontTab, after });
const passkeys = new PasskeyRequests({ agent, sheets, requests, memory, banners, neverPasskeys, related, tell, loadContent, hasFocus, isFirefox, after });
const saving = new Saving({ agent, requests, memory, neverSaved, banners, openers, after, inspectPage, framesOf });
const popup = new PopupRequests({ agent, requests, sheets, activeTab, hasHostAccess, framesOf, tell, loadContent, after });

const httpAuth = new HttpAuth({ agent, sheets, requests, framesOf, windowOf, isPrivate, after });

const documents = new Documents(adapter.documentsDependencies, { ...requests.handlers, ...passkeys.handlers, ...saving.calls }, {
    ...requests.notes,
    ...saving.notes,
    approached: () => agent.prepare(),
    startAhead: async (_, params, { signal }) => {
        await agent.call("startAhead", calls.parseProvider(params), { signal });
    },
});

agent.onNotification((method, params) => {
    try {
        if (method === "locked") takeSecretsAway();
        else sheets.take(method, params);
    } catch {
        // An unreadable sheet is not shown; its request ends at the provider's deadline or when the user presses Esc.
    }
});
agent.onEnd(() => {
    sheets.connectionEnded();
    // An ended agent counts as a lock: the next one starts with locked vaults.
    requests.generated.forgetAll();
    popup.locked();
});
const badge = new Badge(adapter.badgeDependencies);
agent.onState((state) => badge.take(state));
// Calls the agent after installation, so that the badge shows a missing native host.
runtime.onInstalled.addListener(() => void agent.call("status", {}).catch(() => undefined));

runtime.onConnect.addListener((port) => {
    if (port.name === documentPort) return documents.accept(port);
    if (!isOwnPage(port.sender)) return port.disconnect();
    if (port.name.startsWith(sheetPort)) return sheets.accept(port.name.slice(sheetPort.length), port);
    if (port.name === popupPort) return popup.accept(port);
    port.disconnect();
});
webNavigation.onCommitted.addListener((details) => {
    documents.navigated(details);
    saving.committed(details);
});
webNavigation.onCreatedNavigationTarget.addListener((details) => openers.opened(details));
webNavigation.onCompleted.addListener((details) => saving.completed(details));
windows.onRemoved.addListener((windowId) => sheets.windowRemoved(windowId));
tabs.onRemoved.addListener((tabId) => {
    saving.tabRemoved(tabId);
    httpAuth.tabRemoved(tabId);
});

/** Hides every revealed password after a lock, and forgets the generated ones, whichever provider they belong to. */
function takeSecretsAway() {
    requests.generated.forgetAll();
    sheets.endRevealed();
    popup.locked();
}

takeCommands();
takeContextMenu();
stopPasswordSaving();
answerChallenges(httpAuth);

/**
 * Whether a port's sender is a page of the extension in a window or tab, and not a content script or a frame in a web
 * page.
 *
 * @param {WebExtension.MessageSender | undefined} sender
 */
function isOwnPage(sender) {
    if (sender?.id !== runtime.id || (sender.frameId ?? 0) !== 0) return false;
    return sender.url?.startsWith(runtime.getURL("")) === true;
}
