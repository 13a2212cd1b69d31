import type { Language } from '../../contract/formLanguages.ts';
import type { FieldIssue, FieldRule } from '../../contract/schemas/endpoints/fieldRules.ts';
import type { Captcha } from '../../contract/schemas/endpoints/spamSettings.ts';

export interface RefusedForm {
  endpointId: string;
  name: string;
  path: string;
  fields: readonly FieldRule[];
  unknownFields?: string | undefined;
  honeypotField?: string | undefined;
  captcha?: Captcha | undefined;
  /** All fields that were sent, including control fields. */
  body: Readonly<Record<string, unknown>>;
  fileFields: readonly string[];
  issues: readonly FieldIssue[];
  language: Language;
  siteUrl: string;
}

/** The text fields of a browser's form. */
export const textsOf = (value: unknown): string[] =>
  [value].flat().filter((each): each is string => typeof each === 'string');
