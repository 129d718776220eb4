// Draws the cover of a plan of random_covers.py above the strip. Returns the name of a step that the browser does not
// support, or "".
((plan) => {
    const host = [...document.documentElement.children].find((each) => each.popover === "manual");
    const box = host.getBoundingClientRect();
    const make = (tag, style = "") => Object.assign(document.createElement(tag), { style });
    const addSheet = (css, root = document.head) =>
        root.append(Object.assign(document.createElement("style"), { textContent: css }));
    if (plan.page) {
        const css = plan.page.replaceAll("HOST", "html > div:popover-open");
        const apply = () => {
            if (plan.with !== "sheet") return addSheet(css);
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(css);
            document.adoptedStyleSheets.push(sheet);
        };
        if (plan.with === "host animation") {
            const [, rules = ""] = /\{(.*)\}/.exec(css) ?? [];
            const frame = {};
            for (const rule of rules.replaceAll("!important", "").split(";")) {
                const at = rule.indexOf(":");
                if (at > 0) {
                    frame[rule.slice(0, at).trim().replace(/-(.)/g, (_, letter) => letter.toUpperCase())] = rule.slice(
                        at + 1,
                    ).trim();
                }
            }
            for (const pseudoElement of [null, "::before", "::backdrop"]) {
                try {
                    host.animate([frame, frame], { duration: 1e6, fill: "both", pseudoElement });
                } catch {}
            }
        }
        if (plan.with === "transition" && document.startViewTransition) document.startViewTransition(apply);
        else apply();
        return "";
    }
    const all = { left: 0, top: 0, width: innerWidth, height: innerHeight };
    const row = { left: box.left, top: box.top, width: box.width, height: 44 };
    const to = {
        "everywhere": all,
        "strip": box,
        "first row": row,
        "second row": { ...row, top: box.top + 44 },
        "letters": { left: box.left + 50, top: box.top + 8, width: 70, height: 16 },
        "dot": {
            left: box.left + 6 + plan.x * (box.width - 20),
            top: box.top + 6 + plan.y * (box.height - 20),
            width: 8,
            height: 8,
        },
        "edge": { left: box.right - 6, top: box.top - 20, width: 60, height: box.height + 40 },
        "beside": { left: box.right + 30, top: box.top, width: 100, height: box.height },
    }[plan.place];
    const far = "left: 97vw; top: 95vh; width: 2px; height: 2px;";
    const at = ({ left, top, width, height }) =>
        `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px;`;
    const through = { "none": "pointer-events: none;", "auto": "", "inert": "", "hole": "" }[plan.hits];
    const hole = `clip-path: polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${row.width / 2}px 10px, ${
        row.width / 2 + 30
    }px 10px,
        ${row.width / 2 + 30}px 34px, ${row.width / 2}px 34px, ${row.width / 2}px 10px);`;

    // The element that enters the layer.
    const tag = { "modal": "dialog", "modeless": "dialog", "picker": "select", "details": "details" }[plan.layer] ??
        "div";
    const cover = make(tag);
    cover.id = "cover";
    let place = at(to);
    if (plan.position === "transform") {
        place = `${at({ ...to, left: 0, top: 0 })} transform: translate(${to.left}px, ${to.top}px);`;
    }
    if (plan.position === "translate") {
        place = `${at({ ...to, left: -300, top: -300 })} translate: ${to.left + 300}px ${to.top + 300}px;`;
    }
    if (plan.position === "zoom") {
        place = `${at({ left: to.left / 2, top: to.top / 2, width: to.width / 2, height: to.height / 2 })} zoom: 2;`;
    }
    if (plan.position === "clip") {
        place = `${at(all)} clip-path: polygon(${to.left}px ${to.top}px, ${to.left + to.width}px ${to.top}px,
        ${to.left + to.width}px ${to.top + to.height}px, ${to.left}px ${to.top + to.height}px);`;
    }
    if (plan.position === "hole" || plan.hits === "hole") place += hole;
    if (plan.position === "anchor") {
        if (!CSS.supports("position-anchor: --field")) return "anchor";
        document.querySelector("#user").style.anchorName = "--field";
        place = `position-anchor: --field; left: calc(anchor(left) - 10px); top: calc(anchor(bottom) - 4px);
            width: ${to.width}px; height: ${to.height}px;`;
    }
    const kind = { "absolute": "absolute", "sticky": "sticky" }[plan.position] ?? "fixed";
    const ink = plan.colour.includes("gradient") ? "white" : plan.colour;
    let style = `position: ${kind}; inset: auto; margin: 0; border: 0; padding: 0; max-width: none; max-height: none;
        overflow: visible; background: transparent; color: ${ink}; z-index: 2147483647; ${through} ${place}`;
    const paint = plan.colour.includes("gradient")
        ? `background-image: ${plan.colour};`
        : `background: ${plan.colour};`;
    const fill = `position: absolute; inset: 0; width: 100%; height: 100%; border: 0; ${through}`;
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99" fill="${ink}"/></svg>`;
    const picture = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
    const inside = make("div", fill);
    const rules = [];
    const spread = (css) => {
        style = style.replace(place, far) + css;
    };
    switch (plan.ink) {
        case "ground":
            style += paint;
            break;
        case "picture":
            inside.append(Object.assign(make("img", fill), { src: picture }));
            break;
        case "canvas": {
            const canvas = Object.assign(make("canvas", fill), { width: 40, height: 40 }),
                context = canvas.getContext("2d");
            context.fillStyle = ink;
            context.fillRect(0, 0, 40, 40);
            inside.append(canvas);
            break;
        }
        case "video":
            inside.append(Object.assign(make("video", fill + "object-fit: fill;"), { poster: picture }));
            break;
        case "frame":
            inside.append(Object.assign(make("iframe", fill), { srcdoc: `<body style="margin: 0; ${paint}">` }));
            break;
        case "data frame":
            inside.append(Object.assign(make("iframe", fill), { src: `data:text/html,<body style="${paint}">` }));
            break;
        case "drawing":
            inside.innerHTML =
                `<svg style="${fill} overflow: visible"><rect width="9999" height="9999" fill="${ink}"/></svg>`;
            break;
        case "foreignObject":
            inside.innerHTML = `<svg style="${fill} overflow: visible"><foreignObject width="9999" height="9999">
                <div style="width: 100%; height: 9999px; ${paint}"></div></foreignObject></svg>`;
            break;
        case "text":
            inside.style.cssText +=
                `font: 40px/30px monospace; overflow: hidden; word-break: break-all; color: ${ink};`;
            inside.textContent = "\u2588".repeat(3000);
            break;
        case "text shadow":
            inside.style.cssText +=
                `font: 40px/30px monospace; overflow: visible; word-break: break-all; color: transparent; left: -400vw;
        text-shadow: 400vw 0 ${ink};`;
            inside.textContent = "\u2588".repeat(900);
            break;
        case "before":
        case "after":
            rules.push(`#cover::${plan.ink} { content: ''; ${fill} ${paint} }`);
            break;
        case "marker":
            inside.innerHTML =
                `<ul style="margin: 0"><li style="list-style: url('${picture}'); font-size: 400px">\u2588</ul>`;
            break;
        case "list item":
            rules.push(`#cover { display: list-item }
                #cover::marker { content: '\u2588\u2588\u2588'; font-size: 200px; color: ${ink} }`);
            break;
        case "backdrop":
            style = style.replace(place, far);
            rules.push(`#cover::backdrop { ${paint} ${plan.effect} }`);
            break;
        case "box shadow":
            spread(`box-shadow: 0 0 0 9999px ${ink};`);
            break;
        case "inner shadow":
            style += `box-shadow: inset 0 0 0 9999px ${ink};`;
            break;
        case "outline":
            spread(`outline: 9999px solid ${ink};`);
            break;
        case "border picture":
            spread(`border: 1px solid; border-image: linear-gradient(${ink}, ${ink}) 1 / 1px / 9999px;`);
            break;
        case "drop shadow":
            inside.style.cssText += `${paint} left: -300vw; filter: drop-shadow(300vw 0 0 ${ink});`;
            break;
        case "reflection":
            inside.style.cssText += `${paint} left: -300vw; -webkit-box-reflect: right calc(300vw - 200%);`;
            break;
        case "backdrop filter":
            style += `backdrop-filter: ${
                ["invert(1)", "blur(8px)", "brightness(3)", "hue-rotate(90deg)"][plan.delay % 4]
            };`;
            break;
        case "blend":
            style += `${paint} mix-blend-mode: ${["difference", "multiply", "exclusion", "screen"][plan.delay % 4]};`;
            break;
        case "child":
            inside.append(make("div", `${at(to)} position: fixed; ${through} ${paint}`));
            break;
        case "slotted child": {
            const owner = make("div", fill);
            owner.attachShadow({ mode: "closed" }).innerHTML = "<slot></slot>";
            owner.append(make("div", fill + paint));
            inside.append(owner);
            break;
        }
        case "scroller":
            inside.style.cssText += "overflow: scroll; scrollbar-color: white white;";
            inside.append(make("div", `width: 300%; height: 300%; ${paint}`));
            break;
        case "control":
            inside.append(Object.assign(make("input", fill + "appearance: none;" + paint), { type: "range" }));
            break;
        case "columns":
            inside.style.cssText += `columns: 3; column-rule: 200px solid ${ink}; column-gap: 200px;`;
            inside.textContent = "a ".repeat(500);
            break;
    }
    style += plan.effect + ";";
    cover.append(inside);
    if (plan.hits === "inert") cover.inert = true;
    if (plan.layer === "picker") {
        if (!CSS.supports("appearance: base-select")) return "picker";
        rules.push(
            `#cover, #cover::picker(select) { appearance: base-select } #cover::picker(select) { ${style} ${paint} }`,
        );
        style = far + "position: fixed;";
        cover.innerHTML = "<button></button><option>one</option><option>two</option>";
    }
    if (plan.layer === "details") cover.innerHTML += "<summary></summary>";

    // Its parent.
    const outer = make("div");
    let parent = outer, root = document.head;
    const into = (mode, element = outer) => parent = root = element.attachShadow({ mode });
    switch (plan.parent) {
        case "body":
            document.body.append(outer);
            break;
        case "html":
            document.documentElement.append(outer);
            break;
        case "open root":
            into("open");
            break;
        case "closed root":
            into("closed");
            break;
        case "root in a root": {
            const inner = make("div");
            outer.attachShadow({ mode: "open" }).append(inner);
            into("closed", inner);
            break;
        }
        case "slot":
            outer.attachShadow({ mode: "closed" }).append(make("slot"));
            break;
        case "slot in a popover": {
            const shell = make("div", `${far} position: fixed; margin: 0; border: 0; background: none; ${through}`);
            shell.style.overflow = "visible";
            shell.popover = "manual";
            outer.attachShadow({ mode: "closed" }).append(shell);
            shell.append(make("slot"));
            setTimeout(() => {
                try {
                    shell.showPopover();
                } catch {}
            });
            break;
        }
        case "popover":
            outer.popover = "manual";
            outer.style.cssText =
                `${far} margin: 0; border: 0; inset: auto; overflow: visible; background: none; ${through}`;
            break;
        case "foreignObject": {
            const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"),
                object = document.createElementNS(svg.namespaceURI, "foreignObject");
            svg.style.cssText = `position: fixed; inset: 0; overflow: visible; width: 1px; height: 1px; ${through}`;
            for (const name of ["width", "height"]) object.setAttribute(name, "1");
            object.style.overflow = "visible";
            svg.append(object);
            outer.append(svg);
            parent = object;
            break;
        }
        case "contained":
            outer.style.cssText = `position: fixed; inset: 0; contain: layout; will-change: transform; ${through}`;
            break;
    }
    if (!outer.isConnected) document.body.append(outer);
    if (plan.parent === "popover") outer.showPopover();
    if (rules.length > 0) addSheet(rules.join(" "), root);

    // How and when it appears.
    const enter = () => {
        try {
            if (plan.layer === "popover") {
                cover.popover = "manual";
                cover.showPopover();
            } else if (plan.layer === "auto popover") {
                cover.popover = "auto";
                cover.showPopover();
            } else if (plan.layer === "hint popover") {
                cover.popover = "hint";
                cover.showPopover();
            } else if (plan.layer === "modal") cover.showModal();
            else if (plan.layer === "modeless") cover.show();
            else if (plan.layer === "fullscreen") cover.requestFullscreen().catch(() => {});
            else if (plan.layer === "picker") cover.showPicker();
            else if (plan.layer === "details") cover.open = true;
        } catch {}
    };
    const leave = () => {
        try {
            cover.hidePopover();
        } catch {}
        try {
            cover.close?.();
        } catch {}
    };
    const hidden = "opacity: 0 !important;";
    const show = () => {
        cover.style.cssText = style;
        parent.append(cover);
        enter();
    };
    switch (plan.when) {
        case "now":
            show();
            break;
        case "timeout":
            setTimeout(show, plan.delay);
            break;
        case "frame":
            requestAnimationFrame(() => requestAnimationFrame(show));
            break;
        case "pointer":
            addEventListener("pointermove", show, { once: true });
            break;
        case "animation":
            show();
            cover.animate([{ opacity: 0 }, { opacity: 0 }], { duration: plan.delay });
            break;
        case "pulse":
            show();
            cover.animate([{ opacity: 0 }, { opacity: 1 }], {
                duration: plan.delay,
                iterations: Infinity,
                direction: "alternate",
            });
            break;
        case "transition":
            show();
            cover.style.cssText += hidden + `transition: opacity 1ms ${plan.delay}ms;`;
            requestAnimationFrame(() =>
                requestAnimationFrame(() => {
                    cover.style.setProperty("opacity", "1", "important");
                })
            );
            break;
        case "late style":
            show();
            cover.style.cssText += hidden;
            setTimeout(() => {
                cover.style.cssText = style;
            }, plan.delay);
            break;
        case "moves in":
            show();
            cover.animate([{ translate: "0 -200vh" }, { translate: "0 -200vh" }], { duration: plan.delay });
            break;
        case "again":
            show();
            setInterval(() => {
                leave();
                enter();
            }, 40 + plan.delay / 3);
            break;
    }
    return "";
});
