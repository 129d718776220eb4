// Makes texts of strangers safe to show. Titles, user names and sites come from providers, imports and pages: what could
// reverse the reading order, hide letters, break a line or cover others is shown as what it is instead of doing it.
// The terminal and pinentry show the same pictures; see DisplayText.swift.

/** Vietnamese, Hebrew and Thai need two or three; a tower of marks covers the lines around it. */
const longestRunOfMarks = 4;

const mark = /[\p{Mn}\p{Me}]/u;
const emoji = /\p{Emoji}/u;
const emojiModifier = /\p{Emoji_Modifier}/u;
const harmful = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
/** Letters and patterns without ink. */
const inkless = /[\u2800\u3164\uFFA0\u115F\u1160]/u;
/** From Arabic to Myanmar: the scripts in which the zero-width joiner and non-joiner change letters' forms. */
const joiningScript = /[\u0600-\u109F]/u;
const plain = /^[\x20-\x7E]*$/;

/**
 * One line in which nothing acts on the screen: controls as their pictures, what is invisible as `<U+202E>`.
 *
 * @param {string} text
 */
export function escaping(text) {
    if (plain.test(text)) return text;
    const characters = [...text];
    let result = "";
    let marks = 0;
    characters.forEach((character, index) => {
        const previous = characters[index - 1];
        const isMark = mark.test(character);
        marks = isMark ? marks + 1 : 0;
        if (isHarmless(character, previous, characters[index + 1]) && marks <= longestRunOfMarks) {
            // A mark with nothing below it would sit on what stands before the text.
            if (isMark && previous === undefined) result += "\u25CC";
            result += character;
        } else {
            result += picture(character);
        }
    });
    return result;
}

/**
 * Several lines, parted where the text has line ends, each of them escaped.
 *
 * @param {string} text
 */
export function lines(text) {
    return text.split(/\r\n|\n/).map(escaping);
}

/**
 * The end of a text that is too long: what counts of a host is its end.
 *
 * @param {string} text escaped
 * @param {number} limit
 */
export function keepingEnd(text, limit) {
    const characters = [...text];
    return characters.length <= limit ? text : "…" + characters.slice(characters.length - limit + 1).join("");
}

/**
 * @param {string} character
 * @param {string | undefined} previous
 * @param {string | undefined} next
 */
function isHarmless(character, previous, next) {
    switch (character) {
        case "\uFE0F":  // asks for the emoji form of the character before
            return previous !== undefined && emoji.test(previous);
        case "\u200D":
        case "\u200C":
            if (character === "\u200D" && previous !== undefined && endsEmoji(previous)) {
                return next !== undefined && emoji.test(next);
            }
            return previous !== undefined && next !== undefined && joiningScript.test(previous)
                && joiningScript.test(next);
        default:
            return !harmful.test(character) && !inkless.test(character);
    }
}

/** @param {string} character */
function endsEmoji(character) {
    return character === "\uFE0F" || (emoji.test(character) && character > "\u007F") || emojiModifier.test(character);
}

/**
 * How a character that must not act is shown.
 *
 * @param {string} character
 */
function picture(character) {
    const value = character.codePointAt(0) ?? 0;
    if (value < 0x20) return String.fromCodePoint(0x2400 + value);
    if (value === 0x7F) return "\u2421";
    return `<U+${value.toString(16).toUpperCase().padStart(4, "0")}>`;
}
