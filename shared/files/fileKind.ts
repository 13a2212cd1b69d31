import { filetypeinfo } from 'magic-bytes.js';
import { ARCHIVES, TEXT_TYPES } from '../contract/fileEndings.ts';
import { endingOf } from './fileName.ts';
import { essenceOf, fits, isText, neverAccepted, notTaken, refusedFile, UNKNOWN, ZIP } from './fileTypes.ts';
import { hasMacros, isRefusedByContent, isRefusedByName, isRefusedType } from './refusedFiles.ts';
import { type Archive, readDirectory, UnreadableArchive } from './zipDirectory.ts';

/** Bytes read from the start of a file to detect its type. */
export const START_BYTES = 4_096;

export interface Inspected {
  /** After `cleanFileName`. */
  name: string;
  type: string;
  /** The first 4,096 bytes, or the whole file if shorter. */
  start: Buffer;
}

/** Types that are accepted only if detected from the content. */
const KNOWN_BY_CONTENT =
  /^(?:image\/(?:png|apng|jpe?g|gif|webp|bmp|x-icon|vnd\.microsoft\.icon|tiff|hei[cf]|avif)|application\/(?:pdf|(?:x-)?zip(?:-compressed)?|(?:x-)?gzip|x-7z-compressed|vnd\.rar|epub\+zip|vnd\.openxmlformats-officedocument\..+|vnd\.oasis\.opendocument\..+)|video\/(?:mp4|webm|quicktime|x-matroska|mpeg)|audio\/(?:mpeg|mp3|(?:x-)?wav|ogg|flac|aac|mp4|x-m4a|webm))$/;

/** Types that share a container: the start of a file cannot tell them apart, so the declared type decides. */
const SAME_CONTAINER: readonly (readonly string[])[] = [
  ['video/mp4', 'audio/mp4', 'audio/x-m4a', 'video/quicktime', 'video/3gpp'],
  ['video/x-matroska', 'video/webm', 'audio/webm', 'audio/x-matroska'],
  ['application/ogg', 'audio/ogg', 'video/ogg'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/mpeg', 'audio/mp3'],
  ['image/heif', 'image/heic'],
  ['image/png', 'image/apng'],
  ['image/x-icon', 'image/vnd.microsoft.icon'],
  ['application/gzip', 'application/x-gzip'],
];

/**
 * Determines a file's type: from its content if possible, otherwise from its name or the declared type.
 * @param types types that the endpoint accepts, with patterns such as `image/*`
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE when the endpoint or the service does not accept the type, or the content
 *   contradicts it
 */
export function detectedTypeOf({ name, type: declared, start }: Inspected, types: readonly string[]): string {
  const said = essenceOf(declared);
  if (isRefusedByName(name) || isRefusedType(said) || isRefusedByContent(start)) throw neverAccepted(name);
  const found = isTextFile(name, start) ? undefined : typeByContent(start);
  if (found === 'refused') throw neverAccepted(name);
  const type = found === undefined ? typeOfUnknown(name, said, start) : typeOfFound(name, said, found);
  if (isRefusedType(type)) throw neverAccepted(name);
  if (found === undefined && KNOWN_BY_CONTENT.test(type))
    throw refusedFile(name, `has content that does not match its type ${type}`);
  if (!types.some((pattern) => fits(type, pattern))) throw notTaken(name, type);
  return type;
}

export const isArchive = (type: string): boolean => type === ZIP || [...ARCHIVES.values()].includes(type);

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE when the archive's directory lists macros or cannot be read */
export async function requireNoMacros(name: string, archive: Archive): Promise<void> {
  if (hasMacros(await directoryOf(name, archive))) throw neverAccepted(name);
}

async function directoryOf(name: string, archive: Archive): Promise<Buffer> {
  try {
    return await readDirectory(archive);
  } catch (error) {
    if (!(error instanceof UnreadableArchive)) throw error;
    throw refusedFile(name, `is an archive that cannot be checked: ${error.message}`);
  }
}

/**
 * The type detected from the first bytes, if any; `refused` for executables and the like, some of which have no type.
 */
function typeByContent(start: Buffer): string | undefined {
  const [first] = filetypeinfo(start);
  if (first === undefined) return undefined;
  if (REFUSED_FORMATS.has(first.typename.toLowerCase())) return 'refused';
  return first.mime;
}

/** Formats as the library names them: `doc` is the container of all old Office documents. */
const REFUSED_FORMATS = new Set(
  'exe elf class macho dmg iso cab deb rpm crx xpi swf wasm svg xml html doc xls ppt msg jar apk'.split(' '),
);

/** A text file may happen to start with the magic bytes of another format. */
const isTextFile = (name: string, start: Buffer): boolean => TEXT_TYPES.has(endingOf(name)) && looksLikeText(start);

function typeOfFound(name: string, said: string, found: string): string {
  if (found === ZIP) return ARCHIVES.get(endingOf(name)) ?? ZIP;
  return SAME_CONTAINER.some((types) => types.includes(found) && types.includes(said)) ? said : found;
}

function typeOfUnknown(name: string, said: string, start: Buffer): string {
  const ending = endingOf(name);
  const byName = TEXT_TYPES.get(ending) ?? ARCHIVES.get(ending);
  if (byName !== undefined) return isText(byName) && !looksLikeText(start) ? UNKNOWN : byName;
  if (said === '' || (isText(said) && !looksLikeText(start))) return UNKNOWN;
  return said;
}

/** Text contains no zero bytes, except UTF-16 with a byte order mark. */
const looksLikeText = (start: Buffer): boolean =>
  !start.includes(0) || (start.length > 1 && [0xfeff, 0xfffe].includes(start.readUInt16BE(0)));
