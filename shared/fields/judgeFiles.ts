import type { IssueCode } from '../contract/choices.ts';
import { typeOfEnding } from '../contract/fileEndings.ts';
import { isOfType } from '../contract/sameTypes.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';

export interface FileInField {
  field: string;
  name: string;
  /** According to the sender or the content. */
  type: string;
  bytes: number;
}

interface Circumstances {
  settings: { maxBytes: number; types: readonly string[] } | undefined;
  /** Text in place of a file. */
  sentText: unknown;
  hasUploads: boolean;
}

/** The problem with the files of a field, if any. */
export function judgeFiles(
  rule: FieldRule,
  files: readonly FileInField[],
  { settings, sentText, hasUploads }: Circumstances,
): IssueCode | undefined {
  // A form without `enctype="multipart/form-data"` only sends the names of its files.
  if (files.length === 0 && sentText !== undefined && sentText !== null && sentText !== '') return 'badInput';
  if (files.length === 0) return rule.required && !hasUploads ? 'valueMissing' : undefined;
  if (files.length > 1 && !rule.multiple) return 'badInput';
  if (!files.every((file) => matchesAccept(file, rule.accept))) return 'fileType';
  return settings && files.some(({ bytes }) => bytes > settings.maxBytes) ? 'fileSize' : undefined;
}

/** True if HTML's attribute `accept` matches a file's extension, its type, or the one that its extension stands for. */
export function matchesAccept({ name, type }: Pick<FileInField, 'name' | 'type'>, accept: string | undefined): boolean {
  if (accept === undefined) return true;
  const [essence = ''] = type.toLowerCase().split(';', 1);
  const types = [essence.trim(), typeOfEnding(name.toLowerCase().split('.').at(-1) ?? '') ?? ''];
  return accept
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())
    .some((token) => {
      if (token.startsWith('.')) return name.toLowerCase().endsWith(token);
      return types.some((each) => isOfType(each, token));
    });
}
