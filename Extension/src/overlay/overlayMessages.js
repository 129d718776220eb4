// The messages between a content script and its overlay, over a port that no page can access.

/**
 * @import { Banner } from "../messages.js"
 * @import { RowText } from "../content/strip/stripRows.js"
 *
 * @typedef {object} DrawnRow
 * @property {RowText} text
 * @property {string} label for a screen reader
 * @property {boolean} isLarge whether it is a suggestion or a password to generate, and not a command
 *
 * @typedef {object} StripContent
 * @property {DrawnRow[]} rows
 * @property {string} note a line above the rows; "" for none
 * @property {boolean} isRightToLeft
 * @property {boolean} isDark
 *
 * @typedef {object} BannerContent
 * @property {Banner["kind"]} kind
 * @property {string} title
 * @property {string} subtitle
 * @property {{answer: Answer, label: string}[]} buttons the last one is the main one
 * @property {boolean} isDark
 *
 * @typedef {"save" | "never" | "notNow"} Answer
 *
 * @typedef {object} Box in CSS pixels, from the content's corner, whatever the scroll position
 * @property {number} left
 * @property {number} top
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Layout
 * @property {number} height of the whole content, in CSS pixels
 * @property {Box[]} parts the rows of the strip, or the buttons of the banner
 *
 * @typedef {{type: "drawStrip", content: StripContent, width: number} | {type: "drawBanner", content: BannerContent, width: number} |
 *     {type: "fit", width: number} | {type: "scroll", top: number} | {type: "hover", part: number} |
 *     {type: "choose", part: number} | {type: "showMade", part: number, password: string} |
 *     {type: "announce", words: string} | {type: "focus"} | {type: "pressAgain"} | {type: "clear"}} ToOverlay
 *   pressAgain: a press in the banner came too early; part: an index into `Layout.parts`, -1 for none
 *
 * @typedef {{type: "layout", layout: Layout} | {type: "answer", answer: Answer} | {type: "escape"}} FromOverlay
 *   layout: after each drawing, and whenever the content's size changes; answer, escape: by a trusted key in the overlay
 *
 * @typedef {object} Envelope
 * @property {number} turn how many messages that change the layout the content script has sent
 */

/** The message that carries the port. */
export const greeting = "latchkey overlay";
