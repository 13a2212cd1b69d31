import { FILE_NAME_BYTES_MAX } from '../contract/limits.ts';

/** What a file is called whose sender gave it no name that can be shown. */
const UNNAMED = 'file';
/** Control characters, and invisible ones that change the direction in which a name is read. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Longest ending that is kept when a name is cut, in characters: `.docx`. */
const ENDING_LENGTH_MAX = 16;

/**
 * A name that can be shown and stored under: the last segment of what was sent, without control characters, at most 200
 * bytes in UTF-8. One that is too long keeps its beginning and its ending.
 */
export function cleanFileName(sent: string): string {
  const segment = sent.toWellFormed().replace(INVISIBLE, ' ').split(/[/\\]/).at(-1) ?? '';
  // Windows ends a name before dots and blanks: `a.exe. ` would be `a.exe`.
  const name = withoutEnd(segment.trim());
  // A file that begins with a dot is hidden, and `..` is a folder.
  const shown = name.replace(/^[.\s]+/, '');
  return cut(shown === '' ? UNNAMED : shown, FILE_NAME_BYTES_MAX);
}

/** The text without the dots and blanks at its end. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '.' || text[end - 1] === ' ') end--;
  return text.slice(0, end);
}

/** The ending of a name in lower case, without its dot; empty if it has none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

function cut(name: string, bytesMax: number): string {
  if (Buffer.byteLength(name) <= bytesMax) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= ENDING_LENGTH_MAX ? name.slice(dot) : '';
  let start = '';
  let left = bytesMax - Buffer.byteLength(ending);
  for (const character of name.slice(0, name.length - ending.length)) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    start += character;
  }
  return start + ending;
}

/** The header by which a browser keeps a file under this name and does not show it (RFC 6266, RFC 8187). */
export function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^ -~]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, percentEncoded);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
