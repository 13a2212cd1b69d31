import type { ApiError } from '../contract/errors.ts';
import { ARCHIVES, TEXT_TYPES, typeOfEnding } from '../contract/fileEndings.ts';
import { isOfType, sameType } from '../contract/sameTypes.ts';
import { endingOf } from './fileName.ts';
import { isRefusedByName, isRefusedType } from './refusedFiles.ts';
import { filesError } from './uploads.ts';

export const ZIP = 'application/zip';
export const UNKNOWN = 'application/octet-stream';

/** Types that are accepted only if detected from the content; of those that mean the same, the first. */
const KNOWN_BY_CONTENT: ReadonlySet<string> = new Set([
  ...['png', 'jpeg', 'gif', 'webp', 'bmp', 'x-icon', 'tiff', 'heic', 'avif'].map((name) => `image/${name}`),
  ...['pdf', 'rtf', 'zip', 'gzip', 'x-7z-compressed', 'vnd.rar', 'x-tar'].map((name) => `application/${name}`),
  ...['mp4', 'webm', 'quicktime', '3gpp', 'x-matroska', 'mpeg', 'x-msvideo'].map((name) => `video/${name}`),
  ...['mpeg', 'wav', 'ogg', 'flac', 'aac', 'amr', 'mp4', 'webm'].map((name) => `audio/${name}`),
]);

export const isKnownByContent = (type: string): boolean =>
  KNOWN_BY_CONTENT.has(sameType(type)) || [...ARCHIVES.values()].includes(type);

export const refusedFile = (name: string, reason: string): ApiError =>
  filesError('UNSUPPORTED_MEDIA_TYPE', `The file "${shown(name)}" ${reason}.`);

const shown = (name: string): string => (name.length > 64 ? `${name.slice(0, 64).toWellFormed()}…` : name);

export const neverAccepted = (name: string): ApiError => refusedFile(name, 'has a type that is never accepted');

export const notTaken = (name: string, type: string): ApiError =>
  refusedFile(name, `has a type that this form does not accept: ${type}`);

/**
 * Rejects a file before its upload if no content could make it acceptable.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE
 */
export function requirePossible({ name, type }: { name: string; type: string }, types: readonly string[]): void {
  const said = essenceOf(type);
  if (isRefusedByName(name) || isRefusedType(said)) throw neverAccepted(name);
  const likely = TEXT_TYPES.get(endingOf(name)) ?? ARCHIVES.get(endingOf(name)) ?? declaredType(type);
  if (![...KNOWN_BY_CONTENT, likely].some((each) => isTaken(name, each, types))) throw notTaken(name, likely);
}

export const isText = (type: string): boolean => type.startsWith('text/');

/** A media type without parameters, in lower case; empty if invalid. */
export const essenceOf = (type: string): string => {
  const [essence = ''] = type.toLowerCase().split(';', 1);
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(essence.trim()) ? essence.trim() : '';
};

export const declaredType = (type: string): string => essenceOf(type) || UNKNOWN;

/** True if an endpoint accepts files of a type, or with this ending if the ending stands for no type. */
export const isTaken = (name: string, type: string, types: readonly string[]): boolean =>
  types.some((pattern) => {
    if (!pattern.startsWith('.')) return isOfType(type, pattern);
    const known = typeOfEnding(pattern.slice(1));
    return known === undefined ? endingOf(name) === pattern.slice(1) : isOfType(type, known);
  });
