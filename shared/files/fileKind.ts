import { ARCHIVES, TEXT_TYPES, typeOfEnding } from '../contract/fileEndings.ts';
import { sameType } from '../contract/sameTypes.ts';
import { typeByContent } from './contentType.ts';
import { endingOf } from './fileName.ts';
import {
  essenceOf,
  isKnownByContent,
  isTaken,
  isText,
  neverAccepted,
  notTaken,
  refusedFile,
  UNKNOWN,
  ZIP,
} from './fileTypes.ts';
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

/** Types that share a container, so the start of a file does not tell them apart; of synonyms, only the first. */
const SAME_CONTAINER: readonly (readonly string[])[] = [
  ['video/mp4', 'audio/mp4', 'video/quicktime', 'video/3gpp'],
  ['video/x-matroska', 'video/webm', 'audio/webm', 'audio/x-matroska'],
  ['audio/ogg', 'video/ogg'],
];

/**
 * Determines a file's type: from its content if possible, otherwise from its name or the declared type.
 * @param types types that the endpoint accepts, with patterns such as `image/*`
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE when the endpoint or the service does not accept the type, or the content
 *   contradicts it
 */
export function detectedTypeOf({ name, type: declared, start }: Inspected, types: readonly string[]): string {
  const said = essenceOf(declared);
  if (isRefusedByName(name) || isRefusedType(said) || isRefusedByContent(start, isMarkdown(name)))
    throw neverAccepted(name);
  const found = isTextFile(name, start) ? undefined : typeByContent(name, said, start);
  if (found === 'refused') throw neverAccepted(name);
  const possible = found === undefined ? [typeOfUnknown(name, said, start)] : typesOfFound(name, said, found);
  const type = possible.find((each) => isTaken(name, each, types)) ?? possible[0] ?? UNKNOWN;
  if (isRefusedType(type)) throw neverAccepted(name);
  if (found === undefined && isKnownByContent(type))
    throw refusedFile(name, `has content that does not match its type ${type}`);
  if (!isTaken(name, type, types)) throw notTaken(name, type);
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

/** A text file may happen to start with the magic bytes of another format. */
const isTextFile = (name: string, start: Buffer): boolean => TEXT_TYPES.has(endingOf(name)) && looksLikeText(start);

const isMarkdown = (name: string): boolean => TEXT_TYPES.get(endingOf(name)) === 'text/markdown';

/** The types that content can have: the declared type and that of the name, if the content does not contradict them. */
function typesOfFound(name: string, said: string, found: string): string[] {
  if (found === ZIP) return [ARCHIVES.get(endingOf(name)) ?? ZIP];
  const [own, ...others] = [sameType(found), said, typeOfEnding(endingOf(name)) ?? ''];
  const container = SAME_CONTAINER.find((types) => types.includes(own)) ?? [own];
  return [...others.filter((type) => container.includes(sameType(type))), found];
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
