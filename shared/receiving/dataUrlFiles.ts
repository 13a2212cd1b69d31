import { dataUrlIn } from '../contract/dataUrl.ts';
import { endingOfType } from '../contract/fileEndings.ts';
import { sameType } from '../contract/sameTypes.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';
import { isTaken } from '../files/fileTypes.ts';
import { isRefusedType } from '../files/refusedFiles.ts';
import type { SentFile } from '../files/sentFile.ts';

interface Settings {
  files?: { types: readonly string[] } | undefined;
  fields?: readonly FieldRule[] | undefined;
}

export interface Taken {
  data: SubmissionData;
  files: SentFile[];
  /** The data as rules judge it: beginnings of data URLs in fields that a rule says are text. */
  judged: SubmissionData;
}

/**
 * Takes files out of fields that hold them as data URLs, such as a signature pad's, where the endpoint accepts files of
 * their type. Their size and number are limited like those of other files.
 */
export function takeDataUrls(data: SubmissionData, { files: settings, fields = [] }: Settings): Taken {
  const files: SentFile[] = [];
  if (!settings) return { data, files, judged: data };
  const texts: [string, unknown][] = [];
  const judged: [string, unknown][] = [];
  const ofFiles = new Set(fields.filter(({ type }) => type === 'file').map(({ name }) => name));
  for (const [field, value] of Object.entries(data)) {
    const values = [value].flat();
    const taken = values.map((each) => fileIn(field, each, settings.types));
    const found = taken.filter((file) => file !== undefined);
    if (found.length === 0) {
      texts.push([field, value]);
      judged.push([field, value]);
      continue;
    }
    files.push(...found.map(({ file }) => file));
    const rest = values.filter((_, place) => taken[place] === undefined);
    if (rest.length > 0) texts.push([field, rest]);
    const shown = ofFiles.has(field) ? rest : values.map((each, place) => taken[place]?.head ?? each);
    if (shown.length > 0) judged.push([field, Array.isArray(value) ? shown : shown[0]]);
  }
  return { data: Object.fromEntries(texts), files, judged: Object.fromEntries(judged) };
}

function fileIn(field: string, value: unknown, types: readonly string[]) {
  const url = typeof value === 'string' ? dataUrlIn(value) : undefined;
  if (typeof value !== 'string' || url === undefined) return undefined;
  const { type, contentStart } = url;
  const ending = endingOfType(sameType(type));
  const name = url.name ?? (ending === undefined ? field : `${field}.${ending}`);
  if (isRefusedType(type) || !isTaken(name, type, types)) return undefined;
  const content = Buffer.from(value.slice(contentStart).replaceAll(' ', '+'), 'base64');
  return { file: { field, name, type, content }, head: value.slice(0, contentStart) };
}
