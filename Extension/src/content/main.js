// The content script's main module: connects strip, banner, filling and the document's port.

import { shadowRootOf } from "../browser.js";
import { isCandidate } from "../forms/candidates.js";
import { classify, classifyField, offers as mayBeOffered } from "../forms/classify.js";
import { prepareLanguages } from "../forms/languages.js";
import { CallFailure } from "./backgroundCalls.js";
import { connection } from "./connection.js";
import { accountNamedBy } from "./fill/accountNamed.js";
import { isAsked } from "./fill/formValues.js";
import { isWritable } from "./fill/insertText.js";
import { inspectDocument } from "./fill/inspectDocument.js";
import { watchSubmissions } from "./fill/submissionWatch.js";
import { conditionalRequest, leaveWaiting, onWaiting, takeOver, waitingRequest } from "./passkeyBridge.js";
import { Picks } from "./picks.js";
import { BannerView } from "./strip/banner.js";
import { fieldOf, focused, FocusWatch } from "./strip/focus.js";
import { hasOwnList } from "./strip/fieldState.js";
import { keyAct } from "./strip/stripKeys.js";
import { bestRow, kindsFor, rowsFor } from "./strip/stripRows.js";
import { Strip } from "./strip/strip.js";
import { fieldFor, isLogin, loginElement, newPasswordFor } from "./fieldChoice.js";
import { warmUp } from "./warmUp.js";
import { listenAlways } from "./windowListeners.js";

/**
 * @import { Filled, Offers } from "../messages.js"
 * @import { Row, UseKind } from "./strip/stripRows.js"
 * @import { FieldUse } from "./strip/strip.js"
 * @import { ClassifiedField } from "../forms/types.js"
 */

// Before the first field is classified. A page in English loads nothing.
await prepareLanguages(document, shadowRootOf);

/** @type {Strip} */
const strip = new Strip({
    suggest: (use, isAsked) => suggest(use, isAsked),
    pick: (row, use, mustConfirm) => void picks.take(row, use, mustConfirm),
    shown: startAhead,
    make: (row, use) => picks.make(row, use),
});
const submissions = watchSubmissions({
    submitted: (submission) => connection.note("submitted", submission),
    settled: (outcome) => connection.note("settled", outcome),
    typedUser: (typed) => connection.note("typedUser", typed),
    followedLink: () => connection.note("followedLink", {}),
    users: () => storedUsers,
    shadowRootOf,
});
const picks = new Picks(connection, strip, (field) => submissions.filled(field));
const banner = new BannerView((id, answer, mustConfirm) =>
    connection.note("bannerAnswered", { id, answer, ...(mustConfirm ? { mustConfirm } : {}) }));

/** The users of the stored logins that were suggested last. @type {readonly string[]} */
let storedUsers = [];
/** The suggestion that the keyboard command filled last, and its form. @type {{id: string, form: Element} | null} */
let last = null;

const focus = new FocusWatch({
    arrived: (field) => {
        // The form may be in another language than the page was when this module was loaded.
        const preparation = prepareLanguages(field, shadowRootOf);
        if (preparation === null) return openAt(field);
        void preparation.then(() => {
            if (focused() === field) openAt(field);
        });
    },
    typed: (field) => {
        if (strip.field === field) strip.narrow();
    },
    left: () => strip.close(),
    isLoading: () => strip.isLoading,
    key: (event, field) => takeKey(event, field),
});

warmUp({
    hasFields: () => classify(document, { shadowRootOf }).some(mayBeOffered),
    isOffered: (field) => useOf(field) !== null,
    open: () => connection.open(),
    approach: () => connection.note("approached", {}),
    prepare: () => strip.prepare(),
});

// A page may request a passkey while the user is already in the field: the strip is updated, also when the request ends.
onWaiting(() => {
    const field = strip.field;
    if (!(field instanceof HTMLInputElement) || !strip.isOpen && !strip.isOpening) return;
    const use = useOf(field);
    if (use !== null && kindsFor(use.kind).includes("password")) {
        strip.open(use, { keepsEnter: focus.wasFocusedByUser(field) }).catch(() => {});
    }
});

// Registered after the submission watch, whose last notification must go first.
listenAlways(globalThis, "pagehide", () => {
    strip.close();
    connection.close();
});

/**
 * How a field is used; `null` if nothing is offered there.
 *
 * @param {Element} element
 * @returns {FieldUse | null}
 */
function useOf(element) {
    const { field } = classifyField(element, { shadowRootOf });
    return field === null || !mayBeOffered(field) ? null : useAs(field);
}

/**
 * @param {ClassifiedField} field
 * @returns {FieldUse}
 */
function useAs({ element, kind, form }) {
    const isUser = (/** @type {ClassifiedField} */ each) => each.kind === "username" || each.kind === "email";
    return { element, kind, goesOn: !form.fields.some((each) => isUser(each) && (each.element === element || isAsked(each))) };
}

/**
 * @param {HTMLInputElement} field
 * @param {boolean} [isByArrow] whether the user asked by the arrow key
 */
function openAt(field, isByArrow = false) {
    const use = useOf(field);
    if (use === null || strip.isOpen && strip.field === field) return;
    strip.open(use, { keepsEnter: focus.wasFocusedByUser(field), mayUseWindow: isByArrow }).catch(() => {});
}

/**
 * @param {FieldUse} use
 * @param {boolean} isAsked
 */
async function suggest({ kind, element }, isAsked) {
    const kinds = kindsFor(kind, isAsked), request = kinds.includes("password") ? conditionalRequest() : undefined;
    const params = request === undefined ? { kinds } : { kinds, passkeyRequest: request };
    const offers = await connection.call("suggest", params).catch((thrown) => {
        leaveWaiting();
        throw thrown;
    });
    picks.siteRules = offers.passwordRules;
    if (request !== undefined) takeOver(request, offers);
    storedUsers = offers.suggestions.map(({ user }) => user).filter((user) => user !== "");
    const form = kind === "currentPassword" ? classifyField(element, { shadowRootOf }).form : null;
    const named = form === null ? "" : accountNamedBy(form, storedUsers);
    const awaitsPasskey = request !== undefined && waitingRequest() !== undefined;
    return { ...offers, ...(storedUsers.includes(named) ? { chosenUser: named } : {}), awaitsPasskey };
}

/**
 * Starts the first suggestion's provider early, so that a pick is quick.
 *
 * @param {Offers} _offers
 * @param {Row[]} rows
 */
function startAhead(_offers, rows) {
    // A generator's provider starts when it makes the password that the strip shows.
    const first = rows.find((row) => row.type === "suggestion" || row.type === "generate");
    if (first?.type === "suggestion") connection.note("startAhead", { provider: first.suggestion.provider });
}

/**
 * @param {KeyboardEvent} event
 * @param {Element} field
 */
function takeKey(event, field) {
    const isPagesOwn = hasOwnList(field);
    if (strip.isOpen && strip.field === field) return strip.key(event, isPagesOwn);
    if (strip.isOpening && strip.field === field) return strip.keyAhead(event, isPagesOwn);
    if (!isCandidate(field)) return false;
    const act = keyAct(event, { isOpen: false, chosen: -1, count: 0, isPagesOwn });
    // The page may use the arrow key too, so it also receives it.
    if (act === "open") openAt(field, true);
    return false;
}

/**
 * The field for a command: the focused one, else the first of a login on the page.
 *
 * @param {boolean} isToShow whether suggestions are shown; then any text field qualifies
 */
function commandUse(isToShow) {
    const element = focused();
    if (isCandidate(element)) return pointedUse(element);
    if (isToShow && isWritable(element)) return { element, kind: /** @type {UseKind} */ ("text") };
    const first = classify(document, { shadowRootOf }).find((field) => mayBeOffered(field) && isLogin(field));
    return first === undefined ? null : useAs(first);
}

/**
 * The use of a field that the user points at, whatever it seems to be.
 *
 * @param {HTMLInputElement} element
 * @returns {FieldUse}
 */
function pointedUse(element) {
    const kind = element.type === "password" ? "currentPassword" : "text";
    return useOf(element) ?? { element, kind, isPointed: true };
}

/**
 * The field for a value that was picked in the popup.
 *
 * @param {Filled["value"]["kind"]} kind
 * @returns {FieldUse | null}
 */
function fillUse(kind) {
    const element = focused();
    if (kind === "text") return isCandidate(element) || isWritable(element) ? { element, kind } : null;
    const fields = classify(document, { shadowRootOf }).filter(mayBeOffered);
    if (kind === "password") {
        const chosen = loginElement(fields, element);
        return chosen === null ? null : pointedUse(chosen);
    }
    const field = fieldFor(fields, kind, element);
    return field === null ? null : { element: field.element, kind: field.kind };
}

/**
 * Fills a value that was picked in the popup or in a window, if the origin is this document's.
 *
 * @param {import("../messages.js").FillMessage} message
 * @returns {Promise<{filled: boolean}>}
 */
async function takeFill({ filled, origin, confirmed }) {
    const use = origin === self.origin ? fillUse(filled.value.kind) : null;
    return { filled: use !== null && await picks.fill(use, filled, confirmed ?? []) };
}

/**
 * Fills a generated password that was picked in the popup, if the origin is this document's.
 *
 * @param {import("../messages.js").FillGeneratedMessage} message
 * @returns {Promise<import("../messages.js").FillGeneratedAnswer>}
 */
async function takeGenerated({ made, origin, confirmed }) {
    if (origin !== self.origin) return { outcome: "refused" };
    const field = newPasswordFor(classify(document, { shadowRootOf }).filter(mayBeOffered), focused());
    if (field === null) return { outcome: "refused" };
    try {
        return { outcome: await picks.fillMade({ element: field.element, kind: field.kind }, made, confirmed) };
    } catch (thrown) {
        if (!(thrown instanceof CallFailure)) throw thrown;
        const { reason, message, hint } = thrown;
        return { outcome: "unstored", error: { reason, message, ...(hint === undefined ? {} : { hint }) } };
    }
}

/** The field at which the context menu was opened last. @type {WeakRef<HTMLInputElement> | null} */
let menuField = null;
listenAlways(globalThis, "contextmenu", (/** @type {MouseEvent} */ event) => {
    const field = event.isTrusted ? fieldOf(event) : null;
    menuField = field === null ? null : new WeakRef(field);
}, { capture: true, passive: true });

/**
 * Remembers the field of a context menu that was opened before this module was loaded.
 *
 * @param {HTMLInputElement} field
 */
export function openedMenuAt(field) {
    if (isCandidate(field)) menuField = new WeakRef(field);
}

/** Fills the field at which the context menu was opened, or shows the choice there. */
async function fillAtMenu() {
    const field = menuField?.deref();
    const element = field?.isConnected ? field : focused();
    if (!isCandidate(element)) {
        if (!isWritable(element)) return;
        /** @type {FieldUse} */
        const text = { element, kind: "text" };
        return reported(text, () => showAt(text));
    }
    const use = { ...pointedUse(element), isPointed: true };
    await reported(use, async () => {
        const rows = rowsFor(await suggest(use, true), { ...use, isAsked: true, typed: "" });
        const [only, another] = rows.filter((row) => row.type === "suggestion" && row.suggestion.isPreselectable && !row.hasFailed);
        if (only?.type !== "suggestion" || another !== undefined) return showAt(use);
        strip.close();
        element.focus();
        await picks.take(only, use, false);
    });
}

/**
 * @param {string} name
 * @param {unknown} origin the only one whose document may take a command of the context menu
 */
async function command(name, origin) {
    if (name === "fill-here") return origin === self.origin ? fillAtMenu() : undefined;
    const isHere = document.hasFocus() && !(focused() instanceof HTMLIFrameElement);
    if (!isHere) return;
    if (name === "show-suggestions" && banner.isOpen && banner.focus()) return;
    const use = commandUse(name === "show-suggestions");
    if (use === null) return;
    return reported(use, () => name === "show-suggestions" ? showAt(use) : fillBest(use));
}

/**
 * Fills the best suggestion, or the next one if the command filled this form last.
 *
 * @param {FieldUse} use
 */
async function fillBest(use) {
    const form = classifyField(use.element, { shadowRootOf }).form?.element ?? use.element;
    const before = last?.form === form ? last.id : null;
    const best = bestRow(rowsFor(await suggest(use, true), { ...use, isAsked: true, typed: "" }), before);
    if (best === null) return showAt(use);
    strip.close();
    await picks.take(best, use, false);
    last = { id: best.suggestion.id, form };
}

/**
 * Performs a command of the user, and shows at the field why it failed.
 *
 * @param {FieldUse} use
 * @param {() => Promise<void>} act
 */
async function reported(use, act) {
    try {
        await act();
    } catch (error) {
        picks.report(use, error);
    }
}

/** @param {FieldUse} use */
function showAt(use) {
    use.element.focus();
    focus.follow(use.element);
    return strip.open(use, { isAsked: true });
}

/**
 * Handles the interaction that made the loader import this module.
 *
 * @param {HTMLInputElement} field
 * @param {boolean} isByUser whether it was a press or a key of a user that leads to the field
 */
export function begin(field, isByUser) {
    if (isByUser) focus.resume(field);
}

/**
 * Handles a message of the background, and returns the response.
 *
 * @param {unknown} message
 * @returns {Promise<unknown>}
 */
export async function receive(message) {
    if (typeof message !== "object" || message === null) return null;
    await prepareLanguages(document, shadowRootOf);
    const { type, name, origin, banner: shown, id } = /** @type {Record<string, unknown>} */ (message);
    if (type === "command") await command(String(name), origin);
    else if (type === "banner") banner.show(/** @type {import("../messages.js").Banner} */ (shown));
    else if (type === "inspect") return inspectDocument(shadowRootOf);
    else if (type === "bannerGone") banner.takeBack(String(id));
    else if (type === "fill") return takeFill(/** @type {import("../messages.js").FillMessage} */ (message));
    else if (type === "fillGenerated") return takeGenerated(/** @type {import("../messages.js").FillGeneratedMessage} */ (message));
    return null;
}
