import type { Language } from '../../contract/formLanguages.ts';
import type { FieldIssue, FieldRule } from '../../contract/schemas/fieldRules.ts';
import type { Captcha } from '../../contract/schemas/spamSettings.ts';

/** A form that was refused. */
export interface RefusedForm {
  endpointId: string;
  fields: readonly FieldRule[];
  unknownFields?: string | undefined;
  honeypotField?: string | undefined;
  captcha?: Captcha | undefined;
  /** All that was sent, with control fields. */
  body: Readonly<Record<string, unknown>>;
  /** Names of the fields that had files. */
  fileFields: readonly string[];
  issues: readonly FieldIssue[];
  language: Language;
  siteUrl: string;
}

/** What a form of a browser sends: texts alone. */
export const textsOf = (value: unknown): string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string');
