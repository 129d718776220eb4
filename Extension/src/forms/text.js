/** Normalizes text for the tables: lower case, without accents, words separated by one space. */

/** Letters that Unicode normalization does not decompose. */
const folds = new Map(
    Object.entries({ "ı": "i", "ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d" }),
);

/**
 * Folds case, accents, width and punctuation, for phrases and pages alike.
 * @param {string} text
 */
export function normalise(text) {
    // eslint-disable-next-line no-control-regex
    if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();
    return text.normalize("NFKD").replace(/\p{M}+/gu, "").normalize("NFC").toLowerCase()
        .replace(/[ıßłøæœđð]/g, (letter) => folds.get(letter) ?? letter)
        .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/**
 * Splits an identifier into words: `txtUserName_2` is "txt user name 2".
 * @param {string} identifier
 */
export function identifierWords(identifier) {
    return normalise(
        identifier
            .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
            .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2"),
    );
}

/** Elements whose text is not part of a field's description. */
const silent = new Set([
    "script",
    "style",
    "template",
    "noscript",
    "select",
    "option",
    "textarea",
    "svg",
    "iframe",
    "datalist",
    "object",
]);

/**
 * The visible text of a node, up to a number of characters and nodes.
 * @param {Node} node
 * @param {number} [limit]
 */
export function textOf(node, limit = 200) {
    const budget = { characters: limit, nodes: 200 };
    /** @type {string[]} */
    const parts = [];
    gather(node, parts, budget, 0);
    return parts.join(" ").slice(0, limit);
}

/**
 * @param {Node} node
 * @param {string[]} parts
 * @param {{characters: number, nodes: number}} budget
 * @param {number} depth
 */
function gather(node, parts, budget, depth) {
    if (budget.characters <= 0 || --budget.nodes <= 0 || depth > 24) return;
    if (node.nodeType === 3) {
        const text = (node.nodeValue ?? "").trim();
        if (text !== "") {
            parts.push(text);
            budget.characters -= text.length;
        }
        return;
    }
    if (node.nodeType !== 1 && node.nodeType !== 11) return;
    if (node.nodeType === 1 && silent.has(/** @type {Element} */ (node).localName)) return;
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
        gather(child, parts, budget, depth + 1);
    }
}
