import type { IssueCode, UNKNOWN_FIELDS } from '../contract/choices.ts';
import { isControlField, otherControls } from '../contract/controlFields.ts';
import { SUBMISSION_FIELDS_MAX } from '../contract/limits.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import { type FileInField, judgeFiles } from './judgeFiles.ts';
import { enteredValues, isHtmlEmail, judgeValues } from './judgeValue.ts';

export interface FormFieldSettings {
  fields: readonly FieldRule[];
  unknownFields?: (typeof UNKNOWN_FIELDS)[number] | undefined;
  files?: { maxBytes: number; types: readonly string[] } | undefined;
  honeypotField?: string | undefined;
}

export interface SentFields {
  data: Readonly<Record<string, unknown>>;
  files: readonly FileInField[];
  /** True if files were uploaded earlier; their details are not known yet. */
  hasUploads?: boolean;
}

export interface Finding {
  field: string;
  code: IssueCode;
  /** Absent for an unknown field. */
  rule?: FieldRule;
  /** The value that is not an email address. */
  address?: string | undefined;
}

/** The sender's address for replies, which counts as data and needs no rule. */
const REPLY_FIELD = '_replyto';

/** The problems of a form: at most one per field, in the order of the rules, then the first unknown fields. */
export function judgeFields(settings: FormFieldSettings, sent: SentFields): Finding[] {
  const findings: Finding[] = [];
  for (const rule of settings.fields) {
    const code = rule.name === settings.honeypotField ? undefined : judgeField(rule, settings, sent);
    if (code) findings.push({ field: rule.name, code, rule, ...(code === 'typeMismatch' && wrongAddress(rule, sent)) });
  }
  if (settings.unknownFields !== 'refuse') return findings;
  const unknown = unknownNames(settings, sent).slice(0, SUBMISSION_FIELDS_MAX);
  return [...findings, ...unknown.map((field) => ({ field, code: 'unknownField' as const }))];
}

function judgeField(rule: FieldRule, { files: settings }: FormFieldSettings, { data, files, hasUploads }: SentFields) {
  const sent = Object.hasOwn(data, rule.name) ? data[rule.name] : undefined;
  if (rule.type !== 'file') return judgeValues(rule, sent);
  const own = files.filter(({ field }) => field === rule.name);
  return judgeFiles(rule, own, { settings, sentText: sent, hasUploads: hasUploads === true });
}

function wrongAddress(rule: FieldRule, { data }: SentFields): Pick<Finding, 'address'> {
  const values = rule.type === 'email' ? enteredValues(rule, data[rule.name]) : undefined;
  return { address: values?.find((value) => !isHtmlEmail(value)) };
}

/** Names without a rule that are not control fields, of this service or another. */
export function unknownNames({ fields }: FormFieldSettings, { data, files }: SentFields): string[] {
  const known = new Set(fields.map(({ name }) => name));
  const sent = new Set([...Object.keys(data), ...files.map(({ field }) => field)]);
  const others = otherControls(data);
  return [...sent].filter(
    (name) => !known.has(name) && !isControlField(name) && !others.has(name) && name !== REPLY_FIELD,
  );
}
