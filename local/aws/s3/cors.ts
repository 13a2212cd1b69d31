import * as z from 'zod';
import { S3Error } from './s3Error.ts';

const Patterns = z.array(z.string()).default([]);
const CorsRule = z.object({
  AllowedOrigins: Patterns,
  AllowedMethods: Patterns,
  AllowedHeaders: Patterns,
  ExposedHeaders: Patterns,
  MaxAge: z.number().optional(),
});
export type CorsRule = z.output<typeof CorsRule>;

const WithCors = z.object({ CorsConfiguration: z.object({ CorsRules: z.array(CorsRule) }).optional() });

export const corsRulesOf = (properties: unknown): CorsRule[] =>
  WithCors.parse(properties).CorsConfiguration?.CorsRules ?? [];

type Headers = Record<string, string | undefined>;

const fitsOne = (patterns: string[], value: string): boolean => patterns.includes('*') || patterns.includes(value);

interface CorsRequest {
  origin: string;
  method: string;
  /** In lower case. */
  headers: string[];
}

const ruleFor = (rules: CorsRule[], { origin, method, headers }: CorsRequest): CorsRule | undefined =>
  rules.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders }) =>
      fitsOne(AllowedOrigins, origin) &&
      AllowedMethods.includes(method) &&
      headers.every((name) => fitsOne(AllowedHeaders, name)),
  );

const answerOf = (rule: CorsRule, origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': rule.AllowedOrigins.includes('*') ? '*' : origin,
  'Access-Control-Allow-Methods': rule.AllowedMethods.join(', '),
  ...(rule.ExposedHeaders.length > 0 && { 'Access-Control-Expose-Headers': rule.ExposedHeaders.join(', ') }),
  ...(rule.MaxAge !== undefined && { 'Access-Control-Max-Age': String(rule.MaxAge) }),
  Vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
});

/** CORS headers of a response; none if no rule allows the origin. */
export function corsHeaders(rules: CorsRule[], method: string, { origin }: Headers): Record<string, string> {
  const rule = origin === undefined ? undefined : ruleFor(rules, { origin, method, headers: [] });
  return rule && origin !== undefined ? answerOf(rule, origin) : {};
}

/**
 * Headers that allow a preflight.
 * @throws S3Error if no rule allows it
 */
export function preflightHeaders(rules: CorsRule[], requested: Headers): Record<string, string> {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': names } = requested;
  if (origin === undefined || method === undefined)
    throw new S3Error('InvalidRequest', 'Insufficient information. Origin request header needed.');
  const headers = (names ?? '').split(',').flatMap((name) => name.trim().toLowerCase() || []);
  const rule = ruleFor(rules, { origin, method, headers });
  if (!rule) throw new S3Error('AccessDenied', 'CORSResponse: This CORS request is not allowed.');
  return {
    ...answerOf(rule, origin),
    ...(headers.length > 0 && { 'Access-Control-Allow-Headers': headers.join(', ') }),
  };
}
