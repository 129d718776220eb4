// Reads the visible texts of a page, and which of them look like an error.

/**
 * The visible texts of a document or shadow root, outside of navigation, fields and buttons, and those that look like an error:
 * by their words, by the class or id of an element around them, or because they are red or on red.
 *
 * Also injected into pages by the background, so it must not use names from outside its body. A field can hide a method of its
 * form, so this calls the functions of the prototypes.
 *
 * @param {string} words the source of a regular expression that recognises an error
 * @param {string} confirming likewise for a text that confirms a change; its colour and class do not count, since pages may
 *   show every result in the element for errors
 * @param {Document | ShadowRoot} [root] the document if missing
 * @returns {{texts: string[], errors: string[]}} the first two hundred characters of each
 */
export function pageTexts(words, confirming, root) {
    const { checkVisibility, closest, getAttribute } = Element.prototype;
    const mostTexts = 1000, isError = new RegExp(words, "iu"), confirms = new RegExp(confirming, "iu");
    const skipped = "button,[role=button],select,textarea,option,script,style,noscript,template,time,[role=timer],nav,footer,iframe";
    const texts = /** @type {string[]} */ ([]), errors = /** @type {string[]} */ ([]);
    /** @type {(color: string) => {isRed: boolean, isClear: boolean}} */
    const judge = (color) => {
        const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/^rgba?\((.*)\)$/)?.[1] ?? "").split(/[,\s/]+/).map(Number);
        const isRed = red >= 80 && Math.max(green, blue) <= red * 0.62 && Math.abs(green - blue) <= red * 0.35;
        return { isRed: isRed && alpha > 0.3, isClear: alpha === 0 };
    };
    /** @type {(element: Element) => boolean} */
    const isMarked = (element) => {
        if (judge(getComputedStyle(element).color).isRed) return true;
        let isCovered = false;
        /** @type {Element | null} */
        let around = element;
        for (let depth = 0; depth < 4 && around !== null && around !== document.body && around.localName !== "form"; depth++) {
            if (/error|danger|(?<!ng-)invalid/i.test(`${getAttribute.call(around, "class")} ${getAttribute.call(around, "id")}`)) return true;
            const { isRed, isClear } = judge(getComputedStyle(around).backgroundColor);
            if (isRed && !isCovered) return true;
            isCovered ||= !isClear;
            around = around.parentElement;
        }
        return false;
    };
    /** @type {(within: Document | ShadowRoot) => void} */
    const read = (within) => {
        const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null && texts.length < mostTexts; node = walker.nextNode()) {
            const text = (node.nodeValue ?? "").trim().slice(0, 200), parent = node.parentElement;
            if (parent === null || !/\p{L}{2}/u.test(text) || closest.call(parent, skipped) !== null) continue;
            if (!checkVisibility.call(parent, { visibilityProperty: true, opacityProperty: true })) continue;
            texts.push(text);
            if (isError.test(text) || !confirms.test(text) && isMarked(parent)) errors.push(text);
        }
        for (const element of within.querySelectorAll("*")) if (element.shadowRoot instanceof ShadowRoot) read(element.shadowRoot);
    };
    read(root ?? document);
    return { texts, errors };
}
