// Whose a document is: its origin, address and ancestors, as the browser vouches for them and never as a page says.

/**
 * @typedef {object} Place where a document stands
 * @property {string} origin scheme, host and port (RFC 6454)
 * @property {string} url the origin and the path. Query and fragment stay here: they carry tokens of sign-ins and
 *   password resets, no provider matches by them, and what is not sent stands in no log.
 */

/**
 * The place of the document at the other end of a port; nothing where it has an origin that gets nothing.
 *
 * `sender.origin` is the document's own origin, with sandboxing and inheritance taken into account; `sender.url` alone
 * would take a sandboxed frame for its site. Where a browser says no origin, only a web address can stand for one.
 *
 * @param {{url?: string, origin?: string}} sender
 * @returns {Place | undefined}
 */
export function placeOf(sender) {
    const address = parse(sender.url);
    if (address === undefined) return undefined;
    const origin = webOrigin(sender.origin ?? address.origin);
    if (origin === undefined) return undefined;
    if (isWeb(address)) {
        // A document is not of another origin than its address, unless the browser took its origin away.
        return address.origin === origin ? { origin, url: origin + address.pathname } : undefined;
    }
    // about:blank and about:srcdoc are their creator's, which the browser says as their origin. Not so blob:, data:,
    // file:, filesystem: and what else there is: such a document may be anybody's work.
    const isInherited = sender.origin !== undefined && inherits(address);
    return isInherited ? { origin, url: `${origin}/` } : undefined;
}

/**
 * The frame of a document among its tab's frames, by its document where the browser names it.
 *
 * @param {readonly WebExtension.Frame[]} frames
 * @param {{frameId?: number, documentId?: string}} document
 */
export function frameOf(frames, document) {
    const { documentId, frameId } = document;
    const named = documentId === undefined ? undefined : frames.find((frame) => frame.documentId === documentId);
    if (named !== undefined) return named;
    const frame = frames.find((each) => each.frameId === frameId);
    // Under the same number another document by now.
    const isAnother = documentId !== undefined && frame?.documentId !== undefined;
    return isAnother ? undefined : frame;
}

/**
 * The origins of a frame's ancestors, the nearest first; "null" for an opaque one.
 *
 * An about: frame is mostly its creator's, but its address does not say so, nor whether it is sandboxed: it is opaque
 * unless its own document has a port, whose sender's origin the browser has vouched for. Nothing where the chain is broken.
 *
 * @param {readonly WebExtension.Frame[]} frames of the tab
 * @param {WebExtension.Frame} frame
 * @param {(frame: WebExtension.Frame) => string | undefined} [vouchedOrigin]
 * @returns {string[] | undefined}
 */
export function ancestorOrigins(frames, frame, vouchedOrigin = () => undefined) {
    const byId = new Map(frames.map((each) => [each.frameId, each]));
    /** @type {WebExtension.Frame[]} */
    const chain = [];
    for (let each = frame; each.parentFrameId >= 0;) {
        const parent = byId.get(each.parentFrameId);
        // A frame is not its own ancestor, and a page nests no deeper than this.
        if (parent === undefined || chain.includes(parent) || chain.length === 64) return undefined;
        chain.push(parent);
        each = parent;
    }
    return chain.map((each) => webOrigin(each.url) ?? vouchedOrigin(each) ?? "null");
}

/** @param {string | undefined} text */
function parse(text) {
    return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}

/** @param {URL} address */
function isWeb(address) {
    return address.protocol === "https:" || address.protocol === "http:";
}

/** @param {URL} address */
function inherits(address) {
    return address.protocol === "about:" && (address.pathname === "blank" || address.pathname === "srcdoc");
}

/**
 * An origin in its one form, of the web only: "null" and other schemes are none.
 *
 * @param {string} text
 */
export function webOrigin(text) {
    const address = parse(text);
    return address !== undefined && isWeb(address) ? address.origin : undefined;
}

/**
 * Whether what a page gets can be read on the way: not that of this computer, which the agent takes for secure, too.
 *
 * @param {string} origin
 */
export function isInsecure(origin) {
    if (!origin.startsWith("http:")) return false;
    const { hostname } = new URL(origin);
    return !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
}

/**
 * The other origins around a document.
 *
 * @param {{origin: string}} requester
 * @param {{ancestorOrigins: string[]}} around
 */
export function othersAround({ origin }, { ancestorOrigins }) {
    return [...new Set(ancestorOrigins.filter((each) => each !== origin))];
}

/**
 * Whether a document is part of a page of another origin.
 *
 * @param {{origin: string}} requester
 * @param {{ancestorOrigins: string[]}} around
 */
export function isElsewhere({ origin }, { ancestorOrigins }) {
    return ancestorOrigins.some((each) => each !== origin);
}
