const ZERO_WIDTH_SPACE = '\u200b';

/**
 * Inserts an invisible space after an `@` that begins a word, so that it mentions nobody. Mail addresses stay as they
 * are.
 */
export const withoutMentions = (text: string): string => text.replace(/(?<![A-Za-z0-9_])@/g, `@${ZERO_WIDTH_SPACE}`);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes the three special characters of Slack's and Google's texts. */
export const withEntities = (text: string): string =>
  text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);

/**
 * Markdown treats a URL as one word, in which a backslash would become part of it. It ends before possible markup; an
 * underscore between letters or digits is not markup.
 */
const ADDRESS = /((?<=^|[\s(])https?:\/\/(?:[A-Za-z0-9.\-/?=&%:+,;$'!#@]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))*)/i;

/** Starts of lists, headings and quotes, and the markup of images. */
const LINE_START = /^(\s*)([-+=])/gm;
const NUMBERED = /^(\s*\d+)([.)])/gm;
const EMOJI = /:(?=[\w+-]+:)/g;

/**
 * Escapes Markdown as Discord and Mattermost know it. A `<` gets an invisible space, because a link before it would take
 * its backslash and leave `<javascript:…>` a link of its own. Indentation, which could begin a code block, becomes spaces
 * without a meaning in Markdown.
 */
export const withoutMarkdown = (text: string): string =>
  text
    .split(ADDRESS)
    .map((part, place) => (place % 2 === 1 ? part : part.replace(/[\\`*_~|>[\]#]/g, '\\$&').replace(EMOJI, '\\:')))
    .join('')
    .replaceAll('<', `<${ZERO_WIDTH_SPACE}`)
    .replace(LINE_START, '$1\\$2')
    .replace(NUMBERED, '$1\\$2')
    .replace(/^[ \t]+/gm, (indent) => '\u2003'.repeat(indent.length));
