import type { ApiError } from '../contract/errors.ts';
import { ARCHIVES, TEXT_TYPES } from '../contract/fileEndings.ts';
import { endingOf } from './fileName.ts';
import { isRefusedByName, isRefusedType } from './refusedFiles.ts';
import { filesError } from './uploads.ts';

export const ZIP = 'application/zip';
export const UNKNOWN = 'application/octet-stream';

export const refusedFile = (name: string, reason: string): ApiError =>
  filesError('UNSUPPORTED_MEDIA_TYPE', `The file "${shown(name)}" ${reason}.`);

const shown = (name: string): string => (name.length > 64 ? `${name.slice(0, 64).toWellFormed()}…` : name);

export const neverAccepted = (name: string): ApiError => refusedFile(name, 'has a type that is never accepted');

export const notTaken = (name: string, type: string): ApiError =>
  refusedFile(name, `has a type that this form does not accept: ${type}`);

/**
 * Rejects unsupported files by name and type, before any upload.
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE when the endpoint does not accept it
 */
export function requirePossible({ name, type }: { name: string; type: string }, types: readonly string[]): void {
  const said = essenceOf(type);
  if (isRefusedByName(name) || isRefusedType(said)) throw neverAccepted(name);
  const ending = endingOf(name);
  const likely = ARCHIVES.get(ending) ?? TEXT_TYPES.get(ending) ?? said;
  if (likely === '' || likely === UNKNOWN || types.some((pattern) => fits(likely, pattern))) return;
  throw notTaken(name, likely);
}

export const isText = (type: string): boolean => type.startsWith('text/');

/** A media type without parameters, in lower case; empty if invalid. */
export const essenceOf = (type: string): string => {
  const [essence = ''] = type.toLowerCase().split(';', 1);
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(essence.trim()) ? essence.trim() : '';
};

export const declaredType = (type: string): string => essenceOf(type) || UNKNOWN;

export const fits = (type: string, pattern: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
