// A strip of the simplest kind, to see that the drivers find it, read it and press it.
const api = globalThis.browser ?? globalThis.chrome;

addEventListener("pointerdown", (event) => {
    const field = event.composedPath()[0];
    if (!(field instanceof HTMLInputElement) || !event.isTrusted) return;
    document.querySelector("probe-strip")?.remove();
    const host = document.createElement("probe-strip");
    const root = host.attachShadow({ mode: "closed" });
    const list = document.createElement("div");
    list.setAttribute("role", "listbox");
    for (const name of ["ada", "grace"]) {
        const row = document.createElement("div");
        row.setAttribute("role", "option");
        row.textContent = name;
        row.addEventListener("pointerdown", (press) => press.preventDefault());
        row.addEventListener("click", (click) => {
            field.value = click.isTrusted ? name : "untrusted";
            api.runtime.sendMessage("picked");
        });
        list.append(row);
    }
    root.append(list);
    host.popover = "manual";
    document.documentElement.append(host);
    host.showPopover();
}, true);
