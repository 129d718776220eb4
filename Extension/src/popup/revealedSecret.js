// The revealed password below its row. It is shown for a limited time, one at a time.

import { message } from "../browser.js";
import { revealedFor } from "../messages.js";
import { make } from "../sheet/dom.js";
import * as view from "./popupView.js";

/** Hides the revealed password. */
let hide = () => {};

export function hideSecret() {
    hide();
}

/**
 * @param {string} text
 * @param {HTMLElement} item
 * @param {HTMLElement} button
 */
export function showSecret(text, item, button) {
    // Two reveals may be requested before either result arrives.
    hide();
    const left = make("span", { class: "left", "aria-hidden": "true" }, String(revealedFor));
    const box = make("div", { class: "secret" }, view.secret(text, message("popup_secret")), left);
    item.append(box);
    item.classList.add("open");
    button.setAttribute("aria-pressed", "true");
    let seconds = revealedFor;
    const timer = setInterval(() => {
        seconds -= 1;
        left.textContent = String(seconds);
        if (seconds <= 0) hideThis();
    }, 1000);
    const hideThis = () => {
        clearInterval(timer);
        box.remove();
        item.classList.remove("open");
        button.setAttribute("aria-pressed", "false");
        if (hide === hideThis) hide = () => {};
    };
    hide = hideThis;
}
