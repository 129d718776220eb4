// Views of read-only elements: messages, headers, texts, progress, codes, strength.

/** @import { ElementView, SheetElement, ViewContext } from "./sheetTypes.js" */
import { escaping, lines } from "./displayText.js";
import { foreign, make, newIdentifier, setAttribute, setForeign } from "./dom.js";
import { icon } from "./sheetIcons.js";

const levels = { info: "sheet_message_info", warning: "sheet_message_warning", error: "sheet_message_error" };

/**
 * A message to read before going on; a screen reader announces it.
 *
 * @param {ViewContext} context
 * @returns {ElementView}
 */
export function messageView({ text, announce }) {
    const node = make("div", { class: "element message", role: "note" });
    let shown = "";
    return {
        node, target: null,
        update(element) {
            if (element.kind !== "message" || shown === element.level + element.text) return;
            shown = element.level + element.text;
            node.dataset.level = element.level;
            const level = text(levels[element.level]);
            node.setAttribute("aria-label", level);
            node.replaceChildren(icon(element.level), make("div", {}, ...paragraphs(element.text)));
            const prefix = element.level === "info" ? "" : level + ": ";
            announce(prefix + lines(element.text).join(" "), element.level === "error");
        },
    };
}

/** @returns {ElementView} */
export function headerView() {
    const node = make("h2", { class: "element header", dir: "auto" });
    return {
        node, target: null,
        update(element) {
            if (element.kind === "header") setForeign(node, element.title);
        },
    };
}

/** @returns {ElementView} */
export function textView() {
    const node = make("div", { class: "element text" });
    let shown = "";
    return {
        node, target: null,
        update(element) {
            if (element.kind !== "text" || shown === element.style + element.text) return;
            shown = element.style + element.text;
            node.dataset.style = element.style;
            node.replaceChildren(...element.style === "monospaced" ? spelled(element.text) : paragraphs(element.text));
        },
    };
}

/**
 * One block per line, each with its own direction.
 *
 * @param {string} text
 */
function paragraphs(text) {
    return lines(text).map((line) => make("p", { dir: "auto" }, line));
}

/**
 * Lines in which digits and symbols are colored, so that O and 0 differ.
 *
 * @param {string} text
 */
function spelled(text) {
    return lines(text).map((line) => {
        const paragraph = make("p", { dir: "ltr", translate: "no" });
        for (const [run] of line.matchAll(/\p{Nd}+|[\p{L}\p{M}\s]+|[^\p{Nd}\p{L}\p{M}\s]+/gu)) {
            const kind = /^\p{Nd}/u.test(run) ? "digits" : /^[\p{L}\p{M}\s]/u.test(run) ? "" : "signs";
            paragraph.append(kind === "" ? run : make("span", { class: kind }, run));
        }
        return paragraph;
    });
}

/** @returns {ElementView} */
export function progressView() {
    const label = make("span", { class: "label", id: newIdentifier("label"), dir: "auto" });
    const part = make("span", { class: "part", "aria-hidden": "true" });
    const done = make("div", { class: "done" });
    const bar = make("div", { class: "bar", role: "progressbar", "aria-labelledby": label.id }, done);
    const node = make("div", { class: "element progress" }, make("div", { class: "line" }, label, part), bar);
    return {
        node, target: null,
        update(element) {
            if (element.kind !== "progress") return;
            setForeign(label, element.label);
            const percent = element.fraction === undefined ? null : Math.floor(element.fraction * 100);
            node.classList.toggle("unknown", percent === null);
            part.textContent = percent === null ? "" : `${percent} %`;
            done.style.inlineSize = percent === null ? "" : `${percent}%`;
            setAttribute(bar, "aria-valuenow", percent === null ? null : String(percent));
            setAttribute(bar, "aria-valuemin", percent === null ? null : "0");
            setAttribute(bar, "aria-valuemax", percent === null ? null : "100");
        },
    };
}

/**
 * How hard a password is to guess.
 *
 * @param {ViewContext} context
 * @returns {ElementView}
 */
export function strengthView({ text }) {
    const label = make("span", { class: "label", dir: "auto", "aria-hidden": "true" });
    const steps = [1, 2, 3, 4].map(() => make("span", { class: "step" }));
    const meter = make("div", {
        class: "meter", role: "meter", "aria-valuemin": "0", "aria-valuemax": "4", "aria-label": text("sheet_strength"),
    }, ...steps);
    const node = make("div", { class: "element strength" }, meter, label);
    return {
        node, target: null,
        update(element) {
            if (element.kind !== "strength") return;
            node.dataset.score = String(element.score);
            steps.forEach((step, index) => step.classList.toggle("reached", index < element.score));
            meter.setAttribute("aria-valuenow", String(element.score));
            meter.setAttribute("aria-valuetext", escaping(element.label));
            setForeign(label, element.label);
        },
    };
}

/**
 * A one-time code and its remaining time.
 *
 * @param {ViewContext} context
 * @returns {ElementView}
 */
export function codeView({ text }) {
    const label = make("div", { class: "label", dir: "auto" });
    const digits = make("div", { class: "digits", dir: "ltr", translate: "no" });
    const ring = makeRing();
    const left = make("span", { class: "seconds", "aria-hidden": "true" });
    const spoken = make("span", { class: "unseen" });
    const time = make("div", { class: "time" }, ring.node, left, spoken);
    const node = make("div", { class: "element code" }, make("div", {}, label, digits), time);
    let shown = "";
    let ends = 0;
    let period = 30;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let ticking;

    function tick() {
        const seconds = Math.max(0, (ends - performance.now()) / 1000);
        const whole = String(Math.ceil(seconds));
        ring.show(seconds / period);
        left.textContent = whole;
        spoken.textContent = text("sheet_code_left", whole);
        node.classList.toggle("ending", seconds <= 5);
        if (seconds === 0) stop();
    }

    function stop() {
        clearInterval(ticking);
        ticking = undefined;
    }

    return {
        node, target: null, close: stop,
        update(element) {
            if (element.kind !== "code" || shown === JSON.stringify(element)) return;
            shown = JSON.stringify(element);
            setForeign(label, element.label);
            label.hidden = element.label === "";
            digits.replaceChildren(...halves(element.code));
            time.hidden = element.timeLeft === undefined;
            stop();
            if (element.timeLeft === undefined) return;
            period = element.period ?? Math.max(element.timeLeft, 30);
            ends = performance.now() + element.timeLeft * 1000;
            tick();
            ticking = setInterval(tick, 250);
        },
    };
}

/**
 * A code of six characters or more in two halves, which are easier to remember; it is copied in one piece.
 *
 * @param {string} code
 */
function halves(code) {
    const characters = [...code];
    if (characters.length < 6 || escaping(code) !== code) return [foreign(code)];
    const half = Math.floor(characters.length / 2);
    return [characters.slice(0, half), characters.slice(half)].map((part) => make("span", {}, part.join("")));
}

/** A ring that empties. */
function makeRing() {
    const space = "http://www.w3.org/2000/svg";
    const node = document.createElementNS(space, "svg");
    node.setAttribute("viewBox", "0 0 24 24");
    node.setAttribute("class", "ring");
    node.setAttribute("aria-hidden", "true");
    const circles = ["track", "rest"].map((name) => {
        const circle = document.createElementNS(space, "circle");
        for (const [key, value] of [["cx", "12"], ["cy", "12"], ["r", "10"], ["pathLength", "100"], ["class", name]]) {
            circle.setAttribute(key ?? "", value ?? "");
        }
        return circle;
    });
    node.append(...circles);
    return {
        node,
        /** @param {number} part between 0 and 1 */
        show(part) {
            circles[1]?.setAttribute("stroke-dasharray", `${Math.min(Math.max(part, 0), 1) * 100} 100`);
        },
    };
}

/**
 * @param {SheetElement} element
 * @param {ViewContext} context
 * @returns {ElementView | null}
 */
export function displayView(element, context) {
    switch (element.kind) {
        case "message": return messageView(context);
        case "header": return headerView();
        case "text": return textView();
        case "progress": return progressView();
        case "code": return codeView(context);
        case "strength": return strengthView(context);
        default: return null;
    }
}
