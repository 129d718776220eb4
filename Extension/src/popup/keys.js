// The keys of the toolbar's list.

/**
 * Arrow keys go from row to row, and to the buttons beside a row; Enter in the search field takes the first.
 *
 * @param {KeyboardEvent} event
 */
export function moveByKeys(event) {
    const here = document.activeElement;
    // A choice has arrow keys of its own.
    if (here instanceof HTMLSelectElement) return;
    const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".row")]);
    const isSearch = here instanceof HTMLInputElement;
    if (event.key === "Enter" && isSearch && !event.isComposing) return rows[0]?.click();
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
