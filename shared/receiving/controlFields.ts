import type { CaptchaProvider } from '../contract/choices.ts';
import {
  CAPTCHA_FIELDS,
  HONEYPOT_FIELD,
  ID_FIELD,
  isCharsetField,
  NEXT_FIELDS,
  OTHER_HONEYPOTS,
  SUBJECT_FIELD,
  UPLOADS_FIELD,
} from '../contract/controlFields.ts';
import { ulidIn } from '../contract/ids.ts';
import { MAIL_SUBJECT_LENGTH_MAX } from '../contract/limits.ts';
import type { SubmissionData } from '../contract/schemas/submissions/submission.ts';

export interface Controls {
  /** The sender's name for the submission, a ULID. */
  name?: string;
  /** Distinct, unchecked ids of uploads; absent if the endpoint accepts no files. */
  uploadIds?: string[];
  /** True if a hidden field was filled in that people leave empty. */
  isHoneypotFilled: boolean;
  /** Text for the mail's subject, on one line. */
  mailSubject?: string;
  /** Redirect target of the sender's browser, unchecked. */
  next?: string;
  /** The captcha widget's response; absent if there is none or no captcha is set. */
  captchaAnswer?: string;
}

interface ControlSettings {
  honeypotField?: string | undefined;
  captcha?: { provider: CaptchaProvider } | undefined;
  files?: object | undefined;
  fields?: readonly { name: string }[] | undefined;
}

/** Separates control fields from data. `_replyto` and the fields that control other services are data. */
export function takeControlFields(
  sent: SubmissionData,
  { honeypotField, captcha, files, fields }: ControlSettings,
): { data: SubmissionData; controls: Controls } {
  const captchaFields: readonly string[] = captcha ? CAPTCHA_FIELDS[captcha.provider] : [];
  const honeypots = [HONEYPOT_FIELD, ...(honeypotField === undefined ? [] : [honeypotField])];
  const taken = new Set<string>([...honeypots, SUBJECT_FIELD, ...NEXT_FIELDS, ...captchaFields]);
  if (files) taken.add(UPLOADS_FIELD);
  const name = ulidIn(textIn(sent[ID_FIELD]) ?? '');
  if (name) taken.add(ID_FIELD);
  const entries = Object.entries(sent);
  const isOwn = (name: string) => fields?.some((rule) => rule.name === name) === true;
  const controls = new Map(entries.filter(([name]) => taken.has(name)));
  const text = (names: readonly string[]) => names.map((name) => textIn(controls.get(name))).find((found) => found);
  const [mailSubject, next, captchaAnswer] = [subjectOf(text([SUBJECT_FIELD])), text(NEXT_FIELDS), text(captchaFields)];
  return {
    data: Object.fromEntries(entries.filter(([name]) => !taken.has(name) && !isCharsetField(name))),
    controls: {
      isHoneypotFilled:
        honeypots.some((name) => isFilled(controls.get(name))) ||
        OTHER_HONEYPOTS.some((name) => isFilled(sent[name]) && !isOwn(name)),
      ...(name && { name }),
      ...(mailSubject && { mailSubject }),
      ...(next && { next }),
      ...(captchaAnswer && { captchaAnswer }),
      ...(files && { uploadIds: uploadIdsIn(sent) }),
    },
  };
}

/** Ids of uploads, as a list or as text separated by spaces or commas. */
export const uploadIdsIn = ({ [UPLOADS_FIELD]: value }: SubmissionData): string[] => [
  ...new Set([value].flat().flatMap((each) => (typeof each === 'string' ? each.split(/[\s,]+/).filter(Boolean) : []))),
];

/** The first non-empty value of a repeated field. */
const textIn = (value: unknown): string | undefined =>
  [value].flat().find((each): each is string => typeof each === 'string' && each.trim() !== '');

/** Values that scripts send for an unticked box, also as FormData writes them, and for a missing value. */
const NOT_FILLED: ReadonlySet<string> = new Set(['', '0', 'false', 'null', 'undefined']);

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled);
  if (value === undefined || value === '') return false;
  return (typeof value === 'object' && value !== null) || !NOT_FILLED.has(String(value).trim().toLowerCase());
}

/** Line ends and other control characters would terminate a mail header. */
function subjectOf(text: string | undefined): string | undefined {
  const line = text?.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line && [...line].slice(0, MAIL_SUBJECT_LENGTH_MAX).join('').toWellFormed();
}
