import { fileTypeFromBuffer } from 'file-type';
import { endingOf } from './fileName.ts';
import {
  ARCHIVES,
  essenceOf,
  fits,
  isText,
  neverAccepted,
  notTaken,
  refusedFile,
  TEXTS,
  UNKNOWN,
  ZIP,
} from './fileTypes.ts';
import { hasMacros, isRefusedByName, isRefusedText, isRefusedType } from './refusedFiles.ts';

/** Bytes at the start of a file by which its kind is found. */
export const START_BYTES = 4_096;
/** Bytes at the end of an archive that are looked at: there is the list of what it holds. */
export const END_BYTES = 65_536;

/** What is known of a file before it is stored. */
export interface Inspected {
  /** Cleaned. */
  name: string;
  /** The type that the sender gave it. */
  type: string;
  /** Its first bytes, 4,096 or all. */
  start: Buffer;
}

/** Types that a file can only have if its content says so: the parser knows them. */
const KNOWN_BY_CONTENT =
  /^(?:image\/(?:png|jpe?g|gif|webp|bmp|x-icon|tiff|heic|heif|avif|jxl|apng|vnd\.adobe\.photoshop)|application\/(?:pdf|zip|gzip|x-7z-compressed|x-rar-compressed|epub\+zip|vnd\.openxmlformats-officedocument\..+|vnd\.oasis\.opendocument\..+)|video\/(?:mp4|webm|quicktime|x-matroska|x-msvideo|mpeg)|audio\/(?:mpeg|wav|ogg|flac|aac|mp4|x-m4a))$/;

/**
 * What a file is: by its content, as far as that tells, otherwise by its name, or as the sender says.
 * @param types what the endpoint takes, with patterns such as `image/*`
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE when the endpoint does not take it, no endpoint does, or it is not what it says
 */
export async function kindOf({ name, type: declared, start }: Inspected, types: readonly string[]): Promise<string> {
  const said = essenceOf(declared);
  if (isRefusedByName(name) || isRefusedType(said)) throw neverAccepted(name);
  const found = await typeByContent(start);
  const type = found === ZIP ? (ARCHIVES[endingOf(name)] ?? ZIP) : (found ?? typeOfUnknown(name, said, start));
  if (isRefusedType(type) || (found === undefined && isRefusedText(start)) || hasMacros(start)) {
    throw neverAccepted(name);
  }
  if (found === undefined && KNOWN_BY_CONTENT.test(type)) throw refusedFile(name, `is not what it says: ${type}`);
  if (!types.some((pattern) => fits(type, pattern))) {
    throw notTaken(name, type);
  }
  return type;
}

/** Whether there may be more of interest at the end of a file of this type. */
export const isArchive = (type: string): boolean => type === ZIP || Object.values(ARCHIVES).includes(type);

/** @throws ApiError UNSUPPORTED_MEDIA_TYPE when the end of an archive names macros */
export function requireNoMacros(name: string, end: Buffer): void {
  if (hasMacros(end)) throw neverAccepted(name);
}

async function typeByContent(start: Buffer): Promise<string | undefined> {
  // It reads on, as far as it would need more than there is.
  const found = await fileTypeFromBuffer(start).catch(() => undefined);
  const type = found?.mime.toLowerCase();
  return type === 'image/jpg' ? 'image/jpeg' : type;
}

function typeOfUnknown(name: string, said: string, start: Buffer): string {
  const ending = endingOf(name);
  const byName = TEXTS[ending] ?? ARCHIVES[ending];
  if (byName !== undefined) return isText(byName) && !looksLikeText(start) ? UNKNOWN : byName;
  if (said === '' || (isText(said) && !looksLikeText(start))) return UNKNOWN;
  return said;
}

/** Text has no zero bytes, unless it is in UTF-16 and says so. */
const looksLikeText = (start: Buffer): boolean =>
  !start.includes(0) || (start.length > 1 && [0xfeff, 0xfffe].includes(start.readUInt16BE(0)));
