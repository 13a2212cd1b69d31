import { ApiError } from '../contract/errors.ts';
import type { FieldRule } from '../contract/schemas/fieldRules.ts';
import { issuesOf, preferredLanguage } from './issues.ts';
import { type FieldSettings, judgeFields, type SentFields, unknownNames } from './judge.ts';

/** An endpoint with rules for the fields of its form. */
export type EndpointWithRules = FieldSettings & { fields: readonly FieldRule[] };

/** Findings that the message of the error names. */
const NAMED_MAX = 10;
const NAME_LENGTH_SHOWN_MAX = 64;

/**
 * Lets through what meets the rules of an endpoint.
 * @param headers of the request, names in lower case: issues are in the language that the sender prefers
 * @returns names of fields that are to be dropped
 * @throws ApiError BAD_REQUEST with issues
 */
export function requireValidFields(
  endpoint: EndpointWithRules,
  sent: SentFields,
  headers: Readonly<Record<string, string | undefined>>,
): ReadonlySet<string> {
  const findings = judgeFields(endpoint, sent);
  if (findings.length === 0) return new Set(endpoint.unknownFields === 'drop' ? unknownNames(endpoint, sent) : []);
  const bytesMax = endpoint.files?.maxBytes;
  const named = issuesOf(findings.slice(0, NAMED_MAX), 'en', bytesMax).map(
    ({ field, message }) => ` "${shortened(field)}": ${message}`,
  );
  const more = findings.length > NAMED_MAX ? ` And ${findings.length - NAMED_MAX} more.` : '';
  throw new ApiError('BAD_REQUEST', `The form is invalid.${named.join('')}${more}`, {
    issues: issuesOf(findings, preferredLanguage(headers['accept-language']), bytesMax),
  });
}

const shortened = (name: string): string =>
  name.length > NAME_LENGTH_SHOWN_MAX ? `${name.slice(0, NAME_LENGTH_SHOWN_MAX).toWellFormed()}…` : name;
