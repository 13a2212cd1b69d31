import { FILE_NAME_BYTES_MAX } from '../contract/limits.ts';

const UNNAMED = 'file';
/** Control characters and invisible bidirectional formatting characters. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Longest extension that is kept when a name is truncated, in characters: `.docx`. */
const ENDING_LENGTH_MAX = 16;

/**
 * Returns a safe name: the last path segment in NFC (macOS sends NFD) without control characters, truncated to 200 bytes of UTF-8 but with its
 * extension.
 */
export function cleanFileName(sent: string): string {
  const segment = sent.toWellFormed().normalize('NFC').replace(INVISIBLE, ' ').split(/[/\\]/).at(-1) ?? '';
  // Windows strips trailing dots and spaces: `a.exe. ` would become `a.exe`.
  const name = withoutEnd(segment.trim());
  // Files that start with a dot are hidden, and `..` is a folder.
  const shown = name.replace(/^[.\s]+/, '');
  return cut(shown === '' ? UNNAMED : shown, FILE_NAME_BYTES_MAX);
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '.' || text[end - 1] === ' ') end--;
  return text.slice(0, end);
}

/** The extension in lower case, without the dot; empty if there is none. */
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

/** The Content-Disposition header that downloads a file under this name (RFC 6266, RFC 8187). */
export function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^ -~]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, percentEncoded);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
