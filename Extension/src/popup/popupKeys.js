// The popup's keys.

/**
 * Arrow keys move between rows and to the buttons of a row; Enter in the search field takes the first login.
 *
 * @param {KeyboardEvent} event
 * @param {() => Promise<void>} searched resolves when the search for the current text has ended
 */
export function moveByKeys(event, searched) {
    const here = document.activeElement;
    // A select element uses the arrow keys itself.
    if (here instanceof HTMLSelectElement) return;
    const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".row")]);
    const isSearch = here instanceof HTMLInputElement;
    if (event.key === "Enter" && isSearch && !event.isComposing) return void takeFirst(here, firstLogin, searched());
    const item = here?.closest("li");
    const index = rows.findIndex((each) => each === here || each.closest("li") === item);
    /** @type {HTMLElement | null | undefined} */
    let next;
    if (event.key === "ArrowDown") next = rows[index + 1];
    else if (event.key === "ArrowUp") next = index <= 0 ? document.getElementById("search") : rows[index - 1];
    else if (!isSearch && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
        const buttons = /** @type {HTMLElement[]} */ ([...(item?.querySelectorAll("button") ?? [])]);
        const isForward = (event.key === "ArrowRight") === (getComputedStyle(document.documentElement).direction === "ltr");
        next = buttons[buttons.findIndex((each) => each === here) + (isForward ? 1 : -1)];
    }
    if (next === undefined || next === null) return;
    event.preventDefault();
    next.focus();
}

/** The first login. The rows below the logins are not part of the search. */
function firstLogin() {
    return /** @type {HTMLElement | null} */ (document.querySelector("#logins .row, #others .row"));
}

/**
 * Takes the first matching login: at once if one of the page matches, otherwise when the running search finds one, unless
 * the text has changed by then.
 *
 * @param {{value: string, isConnected: boolean}} field
 * @param {() => {click: () => void} | null} first
 * @param {Promise<void>} searched
 */
export async function takeFirst(field, first, searched) {
    const { value } = field;
    if (first() === null) await searched;
    if (field.isConnected && field.value === value) first()?.click();
}
