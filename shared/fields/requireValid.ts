import { ApiError } from '../contract/errors.ts';
import { preferredLanguage } from '../contract/formLanguages.ts';
import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';
import type { Captcha } from '../contract/schemas/endpoints/spamSettings.ts';
import { issuesOf } from './issues.ts';
import { type FormFieldSettings, judgeFields, type SentFields, unknownNames } from './judge.ts';
import { formPage } from './page/formPage.ts';

export type EndpointWithRules = FormFieldSettings & {
  id: string;
  name: string;
  fields: readonly FieldRule[];
  captcha?: Captcha | undefined;
};

export interface FormRequest {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  /** All fields that were sent, including control fields. */
  body: Readonly<Record<string, unknown>>;
  siteUrl: string;
}

/** The number of problems that the error's message names. */
const NAMED_MAX = 10;
const NAME_LENGTH_SHOWN_MAX = 64;

/**
 * Validates a submission against the rules of its endpoint, with messages in the sender's language.
 * @returns names of fields to drop
 * @throws ApiError BAD_REQUEST with issues, and the form as a page for a browser
 */
export function requireValidFields(
  endpoint: EndpointWithRules,
  sent: SentFields,
  { headers, body, siteUrl }: FormRequest,
): ReadonlySet<string> {
  const findings = judgeFields(endpoint, sent);
  if (findings.length === 0) return new Set(endpoint.unknownFields === 'drop' ? unknownNames(endpoint, sent) : []);
  const bytesMax = endpoint.files?.maxBytes;
  const named = issuesOf(findings.slice(0, NAMED_MAX), 'en', bytesMax).map(
    ({ field, message }) => ` "${shortened(field)}": ${message}`,
  );
  const more = findings.length > NAMED_MAX ? ` And ${findings.length - NAMED_MAX} more.` : '';
  const language = preferredLanguage(headers['accept-language']);
  const issues = issuesOf(findings, language, bytesMax);
  const fileFields = sent.files.map(({ field }) => field);
  throw new ApiError('BAD_REQUEST', `The form is invalid.${named.join('')}${more}`, {
    issues,
    document: (path) =>
      formPage({ ...endpoint, endpointId: endpoint.id, path, body, fileFields, issues, language, siteUrl }),
  });
}

const shortened = (name: string): string =>
  name.length > NAME_LENGTH_SHOWN_MAX ? `${name.slice(0, NAME_LENGTH_SHOWN_MAX).toWellFormed()}…` : name;
