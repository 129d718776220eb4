// The popup's password generator. The provider generates the passwords and decides their kinds.

import { message } from "../browser.js";
import { foreign, make } from "../sheet/dom.js";
import * as view from "./popupView.js";

/**
 * @typedef {{kind: string, value: string}} Generated
 *
 * @typedef {object} GeneratorActs
 * @property {(params: {length?: number}) => Promise<Generated[]>} make generates one password of each kind
 * @property {((made: Generated) => void) | undefined} fill fills it into the page; `undefined` if the page has no field for it
 * @property {((value: string, button: HTMLElement) => void) | undefined} copy `undefined` if the agent copies no text
 * @property {(words: string) => void} say
 * @property {boolean} isPrivate whether the window is private, so that nothing is stored
 */

const lengths = [8, 12, 16, 20, 24, 32, 48, 64];

/** String keys of the kinds, by Apple's names. @type {Readonly<Record<string, string | undefined>>} */
const kindTitles = { strong: "popup_kind_strong", alphanumeric: "popup_kind_alphanumeric", passphrase: "popup_kind_passphrase" };

/** The kind whose length counts words, for which no password rule exists. */
const ofWords = "passphrase";

/**
 * Draws the generator with a first password.
 *
 * @param {GeneratorActs} acts
 */
export async function generator(acts) {
    const drawing = new Generator(acts);
    await drawing.again();
    return drawing.node;
}

class Generator {
    #acts;
    /** @type {Generated[]} */
    #passwords = [];
    #kind = "";
    #turn = 0;
    #output = make("div", { class: "secret" });
    #kinds = make("select", { id: "generator-kind" });
    #lengths = make("select", { id: "generator-length" });
    #length = labelled("generator-length", message("popup_generate_length"), this.#lengths);
    #fill = view.button(message("popup_fill"), true, () => this.#fillShown());
    node = make("section", { class: "card generator", "aria-labelledby": "generator-title" });

    /** @param {GeneratorActs} acts */
    constructor(acts) {
        this.#acts = acts;
        this.#lengths.append(make("option", { value: "" }, message("popup_generate_any_length")),
            ...lengths.map((each) => make("option", { value: String(each) }, String(each))));
        this.#lengths.addEventListener("change", () => void this.again());
        this.#kinds.addEventListener("change", () => {
            this.#kind = this.#kinds.value;
            // The passwords of the other kinds may have been generated with a length.
            if (this.#kind === ofWords || this.#lengths.value !== "") void this.again();
            else this.#draw();
        });
        this.node.append(
            make("h2", { id: "generator-title" }, message("popup_generate_title")), this.#output,
            make("div", { class: "choices" },
                labelled("generator-kind", message("popup_generate_kind"), this.#kinds), this.#length),
            make("p", { id: "generator-hint" }, message(hintOf(acts))),
            make("div", { class: "buttons" }, this.#fill,
                view.button(message("popup_generate_again"), false, () => void this.again())));
        this.#fill.setAttribute("aria-describedby", "generator-hint");
    }

    /** Generates again; a late result is ignored. */
    async again() {
        const turn = ++this.#turn;
        const length = this.#kind === ofWords ? NaN : Number(this.#lengths.value || NaN);
        const passwords = await this.#acts.make(Number.isNaN(length) ? {} : { length });
        if (turn !== this.#turn) return;
        this.#passwords = passwords;
        if (!passwords.some(({ kind }) => kind === this.#kind)) this.#kind = passwords[0]?.kind ?? "";
        this.#draw();
        this.#acts.say(message("popup_generate_made"));
    }

    #draw() {
        const options = this.#passwords.map(({ kind }) => {
            const key = kindTitles[kind];
            return make("option", { value: kind }, key === undefined ? foreign(kind).textContent ?? "" : message(key));
        });
        this.#kinds.replaceChildren(...options);
        this.#kinds.value = this.#kind;
        this.#length.hidden = this.#kind === ofWords;
        const made = this.#shown();
        // Not `disabled`: the button stays in the order of Tab, with the reason as its description.
        if (this.#acts.fill !== undefined && made !== undefined) this.#fill.removeAttribute("aria-disabled");
        else this.#fill.setAttribute("aria-disabled", "true");
        if (made === undefined) this.#output.replaceChildren(make("p", {}, message("popup_generate_none")));
        else this.#output.replaceChildren(view.secret(made.value, message("popup_secret")), ...this.#tools(made.value));
    }

    #shown() {
        return this.#passwords.find(({ kind }) => kind === this.#kind);
    }

    #fillShown() {
        const made = this.#shown();
        if (made !== undefined) this.#acts.fill?.(made);
    }

    /** @param {string} value */
    #tools(value) {
        const { copy } = this.#acts;
        if (copy === undefined) return [];
        return [view.tool("copy", message("popup_generate_copy"), (button) => copy(value, button))];
    }
}

/** @param {GeneratorActs} acts */
function hintOf({ fill, isPrivate }) {
    if (fill === undefined) return "popup_generate_no_field";
    return isPrivate ? "popup_generate_hint_private" : "popup_generate_hint";
}

/**
 * @param {string} id
 * @param {string} label
 * @param {HTMLElement} control
 */
function labelled(id, label, control) {
    return make("div", { class: "choice" }, make("label", { for: id }, label), control);
}
