// A minimal strip, which tests that the drivers find, read and press its overlay.
const api = globalThis.browser ?? globalThis.chrome;
const names = ["ada", "grace"], rowHeight = 20;

addEventListener("pointerdown", (event) => {
    const field = event.composedPath()[0];
    if (!(field instanceof HTMLInputElement) || !event.isTrusted) return;
    document.querySelector("probe-strip")?.remove();
    const host = document.createElement("probe-strip");
    host.style.cssText = `margin: 0; border: 0; padding: 0; inset: 120px auto auto 40px; width: 200px; height: ${2 * rowHeight}px`;
    const frame = document.createElement("iframe");
    frame.style.cssText = "border: 0; width: 100%; height: 100%; pointer-events: none";
    host.attachShadow({ mode: "closed" }).append(frame);
    host.addEventListener("pointerdown", (press) => press.preventDefault());
    host.addEventListener("click", (click) => {
        const name = names[Math.floor((click.clientY - host.getBoundingClientRect().top) / rowHeight)] ?? "no row";
        field.value = click.isTrusted ? name : "untrusted";
        api.runtime.sendMessage("picked");
    });
    host.popover = "manual";
    document.documentElement.append(host);
    frame.contentWindow?.location.replace(api.runtime.getURL("src/overlay/overlay.html"));
    host.showPopover();
}, true);
