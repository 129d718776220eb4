// The content script's main module: connects strip, banner, filling and the document's port.

import { shadowRootOf } from "../browser.js";
import { isCandidate } from "../forms/candidates.js";
import { classify, classifyField, offers as mayBeOffered } from "../forms/classify.js";
import { prepareLanguages } from "../forms/languages.js";
import { CallFailure } from "./backgroundCalls.js";
import { Commands } from "./commands.js";
import { connection } from "./connection.js";
import { accountNamedBy } from "./fill/accountNamed.js";
import { inspectDocument } from "./fill/inspectDocument.js";
import { watchSubmissions } from "./fill/submissionWatch.js";
import { answerConditional, conditionalRequest, leaveWaiting, onWaiting, takeOver, waitingRequest } from "./passkeyBridge.js";
import { Picks } from "./picks.js";
import { focused, FocusWatch } from "./strip/focus.js";
import { hasOwnList } from "./strip/fieldState.js";
import { keyAct } from "./strip/stripKeys.js";
import { kindsFor } from "./strip/stripRows.js";
import { Strip } from "./strip/strip.js";
import { newPasswordFor } from "./fieldChoice.js";
import { fillUse, useOf } from "./fieldUse.js";
import { warmUp } from "./warmUp.js";
import { listenAlways } from "./windowListeners.js";

/**
 * @import { Offers } from "../messages.js"
 * @import { BannerView } from "./strip/banner.js"
 * @import { Row } from "./strip/stripRows.js"
 * @import { FieldUse } from "./strip/strip.js"
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
/** The banners, whose module is loaded with the first one. @type {Promise<BannerView> | null} */
let banners = null;

/** The users of the stored logins that were suggested last. @type {readonly string[]} */
let storedUsers = [];

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

const commands = new Commands({ strip, picks, banner: async () => banners, focus, suggest });

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
 * Answers the document's conditional request with a passkey that was picked in the popup, if the origin is this document's.
 *
 * @param {import("../messages.js").PasskeyMessage} message
 * @returns {Promise<import("../messages.js").PasskeyPickAnswer>}
 */
async function takePasskey({ suggestion, origin }) {
    if (origin !== self.origin) return { isWaiting: false };
    try {
        return { isWaiting: await answerConditional(suggestion) };
    } catch (thrown) {
        if (!(thrown instanceof CallFailure)) throw thrown;
        const { reason, message, hint } = thrown;
        return { isWaiting: true, error: { reason, message, ...(hint === undefined ? {} : { hint }) } };
    }
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
 * Handles a context menu that was opened at a field before this module was loaded.
 *
 * @param {HTMLInputElement} field
 */
export function openedMenuAt(field) {
    commands.openedMenuAt(field);
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
    if (type === "command") await commands.perform(String(name), origin);
    else if (type === "banner") (await loadBanners()).show(/** @type {import("../messages.js").Banner} */ (shown));
    else if (type === "inspect") return inspectDocument(shadowRootOf);
    else if (type === "passkey") return takePasskey(/** @type {import("../messages.js").PasskeyMessage} */ (message));
    else if (type === "bannerGone") (await banners)?.takeBack(String(id));
    else if (type === "fill") return takeFill(/** @type {import("../messages.js").FillMessage} */ (message));
    else if (type === "fillGenerated") return takeGenerated(/** @type {import("../messages.js").FillGeneratedMessage} */ (message));
    return null;
}

function loadBanners() {
    banners ??= import("./strip/banner.js").then(({ BannerView }) => new BannerView((id, answer, mustConfirm) =>
        connection.note("bannerAnswered", { id, answer, ...(mustConfirm ? { mustConfirm } : {}) })));
    return banners;
}
