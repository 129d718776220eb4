// A document's origin, address and ancestors, from the browser and never from the page.

/**
 * @typedef {object} Place the origin and address of a document
 * @property {string} origin scheme, host and port (RFC 6454)
 * @property {string} url the origin and the path. Query and fragment are dropped: they carry tokens of sign-ins and
 *   password resets, no provider matches by them, and they must not appear in a log.
 */

/**
 * The origin and address of a port's sender; `undefined` for an origin that may not use the extension.
 *
 * `sender.origin` is the document's own origin and respects sandboxing and inheritance; `sender.url` alone would give a
 * sandboxed frame the origin of its site. If the browser sends no origin, only a web address is accepted.
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
        // The origin differs from the address only if the browser made it opaque.
        return address.origin === origin ? { origin, url: origin + address.pathname } : undefined;
    }
    // about:blank and about:srcdoc inherit their creator's origin, which the browser reports. Documents of blob:, data:,
    // file: and other schemes may come from anyone.
    const isInherited = sender.origin !== undefined && inherits(address);
    return isInherited ? { origin, url: `${origin}/` } : undefined;
}

/**
 * The frame of a document, found by its document id if the browser has one. `undefined` if another document replaced it.
 *
 * @param {readonly WebExtension.Frame[]} frames
 * @param {{frameId?: number, documentId?: string}} document
 */
export function frameOf(frames, document) {
    const { documentId, frameId } = document;
    const named = documentId === undefined ? undefined : frames.find((frame) => frame.documentId === documentId);
    if (named !== undefined) return named;
    const frame = frames.find((each) => each.frameId === frameId);
    // The frame id is the same, but the document is another one.
    const isAnother = documentId !== undefined && frame?.documentId !== undefined;
    return isAnother ? undefined : frame;
}

/**
 * The origins of a frame's ancestors, nearest first; "null" for an opaque one. `undefined` if the chain is broken.
 *
 * An about: frame usually has its creator's origin, but its address does not say so, nor whether it is sandboxed. It counts
 * as opaque unless its own document has a port, whose sender's origin the browser reports.
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
        // Guards against a cycle and against unlimited depth.
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
 * The normalized origin of a web address; `undefined` for "null" and other schemes.
 *
 * @param {string} text
 */
export function webOrigin(text) {
    const address = parse(text);
    return address !== undefined && isWeb(address) ? address.origin : undefined;
}

/**
 * Whether an origin is unencrypted. Local hosts count as secure, as in the agent.
 *
 * @param {string} origin
 */
export function isInsecure(origin) {
    if (!origin.startsWith("http:")) return false;
    const { hostname } = new URL(origin);
    return !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
}

/**
 * The ancestors' origins that differ from the document's.
 *
 * @param {{origin: string}} requester
 * @param {{ancestorOrigins: string[]}} around
 */
export function othersAround({ origin }, { ancestorOrigins }) {
    return [...new Set(ancestorOrigins.filter((each) => each !== origin))];
}

/**
 * Whether any ancestor has another origin.
 *
 * @param {{origin: string}} requester
 * @param {{ancestorOrigins: string[]}} around
 */
export function isElsewhere({ origin }, { ancestorOrigins }) {
    return ancestorOrigins.some((each) => each !== origin);
}
