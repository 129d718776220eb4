// The lightness of a computed colour, in every syntax that browsers use. Pure.

/**
 * A computed colour's lightness and alpha, from 0 to 1; `null` if it cannot be parsed.
 *
 * @param {string} color
 * @returns {{lightness: number, alpha: number} | null}
 */
export function shadeOf(color) {
    const [, name = "", inner = ""] = /^([a-z]+)\(([^)]*)\)$/.exec(color) ?? [];
    const [space, ...rest] = inner.split(/[\s,/]+/);
    const numbers = (name === "color" ? rest : [space ?? "", ...rest]).map(Number);
    const [a = NaN, b = NaN, c = NaN, alpha = 1] = numbers;
    const lightness = lightnessOf(name, a, b, c);
    return Number.isFinite(lightness) && Number.isFinite(alpha) ? { lightness, alpha } : null;
}

/**
 * @param {string} name the color function
 * @param {number} a
 * @param {number} b
 * @param {number} c
 */
function lightnessOf(name, a, b, c) {
    switch (name) {
        case "rgb":
        case "rgba": return (0.2126 * a + 0.7152 * b + 0.0722 * c) / 255;
        case "color": return 0.2126 * a + 0.7152 * b + 0.0722 * c;
        case "oklab":
        case "oklch": return a;
        case "lab":
        case "lch": return a / 100;
        default: return NaN;
    }
}
