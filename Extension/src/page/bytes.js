// Base64url without any built-in that a page could have changed.
(() => {
    /** @type {import("./pageParts.js").PageParts | undefined} */
    const parts = Reflect.get(globalThis, Symbol.for("latchkey.page"));
    if (parts === undefined) return;
    const { bare, buffers } = parts.intrinsics;

    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    /** @type {Record<string, number>} */
    const values = bare({});
    for (let value = 0; value < 64; value++) values[/** @type {string} */ (alphabet[value])] = value;

    parts.bytes = bare({
        encode(source) {
            const { bytes, length } = buffers.view(source);
            let text = "", held = 0, bits = 0;
            for (let index = 0; index < length; index++) {
                held = (held << 8 | /** @type {number} */ (bytes[index])) & 0xffff;
                for (bits += 8; bits >= 6;) text += alphabet[held >> (bits -= 6) & 63];
            }
            return bits > 0 ? text + alphabet[held << (6 - bits) & 63] : text;
        },
        decode(text) {
            const length = text.length;
            if (length % 4 === 1) return null;
            const { bytes, buffer } = buffers.make(length * 3 >> 2);
            let at = 0, held = 0, bits = 0;
            for (let index = 0; index < length; index++) {
                const value = values[/** @type {string} */ (text[index])];
                if (value === undefined) return null;
                held = (held << 6 | value) & 0xffff;
                bits += 6;
                if (bits >= 8) bytes[at++] = held >> (bits -= 8) & 255;
            }
            // The unused bits must be zero, so that each text has one encoding.
            return (held & (1 << bits) - 1) === 0 ? buffer : null;
        },
    });
})();
