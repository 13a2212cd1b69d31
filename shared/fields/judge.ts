import type { IssueCode, UNKNOWN_FIELDS } from '../contract/choices.ts';
import { isControlField } from '../contract/controlFields.ts';
import type { FieldRule } from '../contract/schemas/fieldRules.ts';
import { type FileInField, judgeFiles } from './judgeFiles.ts';
import { judgeValues } from './judgeValue.ts';

/** What an endpoint says of the fields of its form. */
export interface FieldSettings {
  fields: readonly FieldRule[];
  unknownFields?: (typeof UNKNOWN_FIELDS)[number] | undefined;
  /** What it says of files. */
  files?: { maxBytes: number; types: readonly string[] } | undefined;
  /** A field of the endpoint's own choice that people leave empty. */
  honeypotField?: string | undefined;
}

/** What a form sent. */
export interface SentFields {
  data: Readonly<Record<string, unknown>>;
  files: readonly FileInField[];
  /** Whether files were sent before, of which nothing is known yet. */
  hasUploads?: boolean;
}

/** What is wrong with a field. */
export interface Finding {
  field: string;
  code: IssueCode;
  /** Absent for an unknown field. */
  rule?: FieldRule;
}

/** The sender's address for replies: data, but no field of a form. */
const REPLY_FIELD = '_replyto';

/** What is wrong with what a form sent: one finding per field, in the order of the rules, then of unknown fields. */
export function judgeFields(settings: FieldSettings, sent: SentFields): Finding[] {
  const findings: Finding[] = [];
  for (const rule of settings.fields) {
    const code = rule.name === settings.honeypotField ? undefined : judgeField(rule, settings, sent);
    if (code) findings.push({ field: rule.name, code, rule });
  }
  if (settings.unknownFields !== 'refuse') return findings;
  return [...findings, ...unknownNames(settings, sent).map((field) => ({ field, code: 'unknownField' as const }))];
}

function judgeField(rule: FieldRule, { files: settings }: FieldSettings, { data, files, hasUploads }: SentFields) {
  const sent = Object.hasOwn(data, rule.name) ? data[rule.name] : undefined;
  if (rule.type !== 'file') return judgeValues(rule, sent);
  const own = files.filter(({ field }) => field === rule.name);
  return judgeFiles(rule, own, { settings, sentText: sent, hasUploads: hasUploads === true });
}

/** The names that no rule has and that tell the service nothing. */
export function unknownNames({ fields }: FieldSettings, { data, files }: SentFields): string[] {
  const known = new Set(fields.map(({ name }) => name));
  const sent = new Set([...Object.keys(data), ...files.map(({ field }) => field)]);
  return [...sent].filter((name) => !known.has(name) && !isControlField(name) && name !== REPLY_FIELD);
}
