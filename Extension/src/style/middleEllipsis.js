// Shortens a long name in its middle, so that two names that differ at either end stay distinguishable.

/**
 * Shows as much of a text as fits into an element, which must be in the document; returns whether that is the whole text.
 *
 * @param {HTMLElement} element
 * @param {string} text
 */
export function showShortened(element, text) {
    if (element.textContent !== text) element.textContent = text;
    const isWhole = () => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;
    if (isWhole()) return true;
    const letters = lettersOf(text);
    let fits = 2, tooMany = letters.length;
    while (tooMany - fits > 1) {
        const kept = (fits + tooMany) >> 1;
        element.textContent = shortened(letters, kept);
        if (isWhole()) fits = kept;
        else tooMany = kept;
    }
    element.textContent = shortened(letters, fits);
    return false;
}

/**
 * The letters of a text as a reader sees them: none is cut into parts.
 *
 * @param {string} text
 */
export function lettersOf(text) {
    return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}

/**
 * The first and the last letters of a text, with an ellipsis between them.
 *
 * @param {readonly string[]} letters
 * @param {number} kept how many letters, at least 2
 */
export function shortened(letters, kept) {
    const last = kept >> 1;
    return `${letters.slice(0, kept - last).join("")}…${letters.slice(letters.length - last).join("")}`;
}
