// Computes the height of a sheet before its window opens, so that the window opens with its final size. The numbers are
// those of the style sheets; test_desktop_windows.py compares the result with the drawn sheets.

/** @import { Frame, Sheet, SheetElement } from "./sheetTypes.js" */
import { escaping, keepingEnd, lines } from "./displayText.js";
import { longestName, purposes } from "./frameHeader.js";
import { alternativeTitles } from "./alternativeButtons.js";
import { arrange, defaultButtonOf, isShortList, needsCancel } from "./sheetLayout.js";

/**
 * @typedef {object} TextMeasuring
 * @property {(key: string, ...values: string[]) => string} text returns a string of `_locales`
 * @property {(text: string, font: string) => number} width the width of a line in px; `font` is "600 14px" or, for monospaced
 *   text, "500 17px mono"
 */

/** The width of a sheet's window (px). */
export const sheetWidth = 420;
/** The lowest and the highest window (px); a higher sheet scrolls. */
export const [lowest, highest] = [240, 760];
/** The height (px) of a window with a list that scrolls, and the part of the list that is always seen. */
export const listHeight = 640;
const leastOfList = 192;
/** The width between the window's paddings. */
const inner = sheetWidth - 40;
/** The share of the width that text may use, since layout rounds widths differently from `measureText`. */
const usableShare = 0.97;

/**
 * The height (px) of a sheet in a window of `sheetWidth`.
 *
 * @param {Frame} frame
 * @param {Sheet} sheet
 * @param {TextMeasuring} measuring
 * @param {boolean} isExplained whether colour and word were explained already
 */
export function sheetHeight(frame, sheet, measuring, isExplained) {
    const fillsWindow = sheet.elements.some((element) => element.kind === "list" && !isShortList(frame, element));
    const title = escaping(sheet.title);
    const heading = title === "" ? 0 : 12 + 25 * lineCount(title, "650 20px", inner, measuring);
    const note = frame.word && !isExplained ? noteHeight(measuring) : 0;
    const height = frameHeight(frame, measuring) + note + 20 + heading + bodyHeight(frame, sheet, measuring) + 16
        + footerHeight(frame, sheet, measuring);
    return Math.min(highest, Math.max(fillsWindow ? listHeight : lowest, Math.ceil(height)));
}

/**
 * @param {Frame} frame
 * @param {TextMeasuring} measuring
 */
function frameHeight(frame, measuring) {
    const { text, width } = measuring;
    const mark = frame.word ? 36 + Math.min(224, width(escaping(frame.word), "600 12px")) : 0;
    const hasOwnLine = mark > inner - 36 - 12 - 192 - 12;
    const space = inner - 36 - 12 - (mark === 0 || hasOwnLine ? 0 : 12 + mark);
    const { kind, name } = frame.requester;
    const small = [text(kind === "site" ? "sheet_for_site" : "sheet_for_program", keepingEnd(escaping(name), longestName))];
    if (frame.topOrigin !== undefined) small.push(text("sheet_topOrigin", keepingEnd(escaping(frame.topOrigin), longestName)));
    if (frame.purpose !== undefined) small.push(text(purposes[frame.purpose]));
    const provider = Math.min(2, lineCount(escaping(frame.providerName), "600 14px", space, measuring)) * 18.2;
    const words = provider + small.reduce((sum, line) => sum + lineCount(line, "500 13px", space, measuring) * 17.55, 0);
    return 16 + Math.max(36, words) + (hasOwnLine ? 8 + 26 : 0) + 12 + 1;
}

/** @param {TextMeasuring} measuring */
function noteHeight(measuring) {
    const { text, width } = measuring;
    const beside = inner - 16 - width(text("sheet_mark_understood"), "500 13px") - 30;
    const isBeside = beside >= 208;
    const words = lineCount(text("sheet_mark_text"), "400 13px", isBeside ? beside : inner, measuring) * 18.2;
    return 24 + (isBeside ? Math.max(words, 32) : words + 8 + 32);
}

/**
 * @param {Frame} frame
 * @param {Sheet} sheet
 * @param {TextMeasuring} measuring
 */
function bodyHeight(frame, sheet, measuring) {
    const { body, runs } = arrange(sheet, defaultButtonOf(sheet)?.id ?? null);
    const elements = sheet.elements.filter(({ id }) => body.includes(id));
    return elements.reduce((sum, element, index) => {
        const run = runs.get(element.id);
        const isContinued = run === "middle" || run === "last";
        const gap = index === 0 || isContinued ? 0 : gapBetween(elements[index - 1], element);
        return sum + gap + elementHeight(frame, element, measuring);
    }, 0);
}

/**
 * @param {SheetElement | undefined} before
 * @param {SheetElement} element
 */
function gapBetween(before, element) {
    if (element.kind === "header") return 20;
    if (before?.kind === "header") return 6;
    if (element.kind === "button") return 16;
    if (before?.kind === "text" && before.style === "body" && element.kind === "text" && element.style === "note") return 4;
    return 12;
}

/**
 * @param {Frame} frame
 * @param {SheetElement} element
 * @param {TextMeasuring} measuring
 * @returns {number}
 */
function elementHeight(frame, element, measuring) {
    switch (element.kind) {
        case "text": return textHeight(element, measuring);
        case "message": return 20 + paragraphs(element.text, "400 14px", inner - 54, measuring) * 20.02;
        case "header": return lineCount(escaping(element.title), "600 13px", inner, measuring) * 18.6;
        case "progress": return 31;
        case "strength": return measuring.width(escaping(element.label), "400 13px") > inner - 116 ? 48 : 19;
        case "code": return 53 + lineCount(escaping(element.label), "400 12px", inner - 84, measuring) * 17.2;
        case "textField": case "secureField":
            return 41 + lineCount(escaping(element.label), "400 12px", inner - 64, measuring) * 17;
        case "searchField": return 38;
        case "toggle": return Math.max(44, 16 + lineCount(escaping(element.label), "400 14px", inner - 84, measuring) * 20.02);
        case "picker": return pickerHeight(element, measuring);
        case "button": return Math.max(42, 16 + lineCount(escaping(element.title), "500 14px", inner - 32, measuring) * 19.6);
        case "list": return isShortList(frame, element) ? element.rowCount * 52 : leastOfList;
    }
}

/**
 * @param {Extract<SheetElement, {kind: "text"}>} element
 * @param {TextMeasuring} measuring
 */
function textHeight({ text, style }, measuring) {
    switch (style) {
        case "note": return paragraphs(text, "400 13px", inner, measuring) * 18.6;
        case "monospaced": return 24 + paragraphs(text, "500 17px mono", inner - 32, measuring) * 25.5;
        default: return paragraphs(text, "400 14px", inner, measuring) * 20.02;
    }
}

/**
 * @param {Extract<SheetElement, {kind: "picker"}>} element
 * @param {TextMeasuring} measuring
 */
function pickerHeight({ label, options }, measuring) {
    const widest = Math.max(0, ...options.map(({ title }) => measuring.width(escaping(title), "400 14px"))) + 36;
    const beside = inner - 32 - 12 - widest;
    const isBeside = beside >= 112;
    const words = lineCount(escaping(label), "400 14px", isBeside ? beside : inner - 32, measuring) * 20.02;
    return Math.max(44, 16 + (isBeside ? Math.max(words, 28.02) : words + 2 + 28.02));
}

/**
 * @param {Frame} frame
 * @param {Sheet} sheet
 * @param {TextMeasuring} measuring
 */
function footerHeight(frame, sheet, measuring) {
    const { text } = measuring;
    const main = defaultButtonOf(sheet);
    const places = arrange(sheet, main?.id ?? null);
    const titleOf = (/** @type {string} */ name) => {
        const element = sheet.elements.find(({ id }) => id === name);
        return element?.kind === "button" ? element.title : "";
    };
    const others = (frame.alternatives ?? []).map((each) => box(text(alternativeTitles[each]), 14, 0, "500 14px", measuring));
    const buttons = [
        ...places.aside.map((id) => box(titleOf(id), 30, 0, "500 14px", measuring)),
        ...places.waysOut.map((id) => box(titleOf(id), 30, 80, "500 14px", measuring)),
        ...(needsCancel(sheet) ? [box(sheet.cancelTitle ?? text("sheet_cancel"), 30, 80, "500 14px", measuring)] : []),
        ...places.main.map((id) => box(titleOf(id), 30, 80, "600 14px", measuring)),
    ];
    const above = others.length === 0 ? 0 : rowsHeight(others, inner + 12, 0) + 8;
    return 1 + 24 + above + rowsHeight(buttons, inner, 8);
}

/**
 * A button's size.
 *
 * @param {string} title
 * @param {number} padding
 * @param {number} least
 * @param {string} font
 * @param {TextMeasuring} measuring
 */
function box(title, padding, least, font, measuring) {
    const words = escaping(title);
    const full = measuring.width(words, font) * 1.015 + padding;
    const height = Math.max(32, 12 + lineCount(words, font, inner - padding, measuring) * 19.6);
    return { width: Math.max(least, Math.min(full, inner)), height };
}

/**
 * The height of boxes in rows.
 *
 * @param {{width: number, height: number}[]} boxes
 * @param {number} space
 * @param {number} rowGap
 */
function rowsHeight(boxes, space, rowGap) {
    let [height, used, row] = [0, 0, 0];
    for (const { width, height: own } of boxes) {
        if (used > 0 && used + 8 + width > space) {
            height += row + rowGap;
            [used, row] = [0, 0];
        }
        used += (used > 0 ? 8 : 0) + width;
        row = Math.max(row, own);
    }
    return height + row;
}

/**
 * The number of lines of all paragraphs of a text.
 *
 * @param {string} text
 * @param {string} font
 * @param {number} space
 * @param {TextMeasuring} measuring
 */
function paragraphs(text, font, space, measuring) {
    return lines(text).reduce((sum, line) => sum + lineCount(line, font, space, measuring), 0);
}

/**
 * The number of lines of a paragraph. Firefox also breaks a line after the slash of an address.
 *
 * @param {string} text escaped
 * @param {string} font
 * @param {number} space
 * @param {TextMeasuring} measuring
 */
function lineCount(text, font, space, measuring) {
    if (measuring.width(text, font) <= space * usableShare) return 1;
    const parts = [/[^\s-]*[\s-]+|[^\s-]+/gu, /[^\s/-]*[\s/-]+|[^\s/-]+/gu].map((pattern) => text.match(pattern) ?? []);
    return Math.max(...parts.map((each) => linesOf(each, font, space * usableShare, measuring)));
}

/**
 * The number of lines of parts between which a line may break. A longer part, and one of a script without spaces, breaks
 * anywhere.
 *
 * @param {string[]} parts
 * @param {string} font
 * @param {number} usable
 * @param {TextMeasuring} measuring
 */
function linesOf(parts, font, usable, { width }) {
    let [count, used] = [1, 0];
    for (const part of parts) {
        const own = width(part.trimEnd(), font);
        const whole = width(part, font);
        if (used > 0 && used + own > usable && own <= usable) {
            count += 1;
            used = 0;
        }
        if (own > usable) {
            if (used > 0 && !/[\u2E80-\u{1FAFF}]/u.test(part)) [count, used] = [count + 1, 0];
            // A line of whole characters has some space left at its end.
            const more = Math.ceil((used + own) / (usable - 14)) - 1;
            count += more;
            used = Math.max(0, used + whole - more * (usable - 14));
        } else {
            used += whole;
        }
    }
    return count;
}
