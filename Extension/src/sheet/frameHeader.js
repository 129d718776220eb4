// The header of every sheet: its provider and the requester. Drawn by the extension, separate from the provider's elements.

/** @import { Frame } from "./sheetTypes.js" */
import { escaping, keepingEnd } from "./displayText.js";
import { foreign, make, sentence } from "./dom.js";
import { icon } from "./sheetIcons.js";

/** Maximum number of characters of a site's name; of a longer name, the end is shown. */
export const longestName = 160;

/** The string keys for a result that is not filled. */
export const purposes = { copy: "sheet_purpose_copy", reveal: "sheet_purpose_reveal" };

/**
 * @param {Frame} frame
 * @param {(key: string, ...values: string[]) => string} text
 */
export function frameHeader(frame, text) {
    const { kind, name } = frame.requester;
    const requester = make("bdi", { class: "asker", title: escaping(name) }, keepingEnd(escaping(name), longestName));
    const words = make("div", { class: "frame-words" },
        make("p", { class: "provider", dir: "auto" }, escaping(frame.providerName)),
        make("p", { class: "requester" },
            ...sentence(text, kind === "site" ? "sheet_for_site" : "sheet_for_program", requester)),
    );
    if (frame.topOrigin !== undefined) {
        const around = make("bdi", { class: "asker" }, keepingEnd(escaping(frame.topOrigin), longestName));
        words.append(make("p", { class: "requester" }, ...sentence(text, "sheet_topOrigin", around)));
    }
    if (frame.purpose !== undefined) words.append(make("p", { class: "requester" }, text(purposes[frame.purpose])));
    const header = make("header", { class: "frame", "aria-label": text("sheet_frame") },
        make("div", { class: "band" }), portrait(frame), words);
    if (frame.color !== undefined) {
        header.style.setProperty("--vault-color", frame.color);
        header.classList.add("has-color");
    }
    if (frame.word !== undefined && frame.word !== "") header.append(vaultMark(frame.word, text));
    return header;
}

/**
 * The colour and the word that the user chose; a page that imitates the window does not know them.
 *
 * @param {string} word
 * @param {(key: string, ...values: string[]) => string} text
 */
function vaultMark(word, text) {
    return make("p", { class: "vault-mark" },
        make("span", { class: "swatch", "aria-hidden": "true" }),
        make("span", { class: "unseen" }, text("sheet_vault_word") + " "),
        foreign(word));
}

/**
 * The provider's icon; without one, Latchkey's key for the extension itself, else the first letter of the name.
 *
 * @param {Frame} frame
 */
function portrait(frame) {
    if (frame.icon !== undefined) {
        const image = make("img", { class: "portrait", alt: "", src: `data:image/png;base64,${frame.icon}` });
        image.addEventListener("error", () => image.replaceWith(letter(frame.providerName)));
        return image;
    }
    if (frame.isOwn) return make("div", { class: "portrait ours" }, icon("key"));
    return letter(frame.providerName);
}

/** @param {string} name */
function letter(name) {
    const [first = ""] = escaping(name).trim().toUpperCase();
    return make("div", { class: "portrait letter", "aria-hidden": "true" }, first);
}
