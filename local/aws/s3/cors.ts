import * as z from 'zod';
import { S3Error } from './s3Error.ts';

/** The only rules are for all origins and headers. */
const Everything = z.tuple([z.literal('*')]);
const CorsRule = z.strictObject({
  AllowedOrigins: Everything,
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: Everything,
  MaxAge: z.number(),
});
export type CorsRule = z.output<typeof CorsRule>;

const WithCors = z.object({ CorsConfiguration: z.object({ CorsRules: z.array(CorsRule) }).optional() });

export const corsRulesOf = (properties: unknown): CorsRule[] =>
  WithCors.parse(properties).CorsConfiguration?.CorsRules ?? [];

type Headers = Record<string, string | undefined>;

/** CORS headers of a response; none if no rule allows the method. */
export function corsHeaders(rules: CorsRule[], method: string, { origin }: Headers): Record<string, string> {
  const rule = rules.find(({ AllowedMethods }) => AllowedMethods.includes(method));
  if (!rule || origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': rule.AllowedMethods.join(', '),
    'Access-Control-Max-Age': String(rule.MaxAge),
    Vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

/**
 * Headers that allow a preflight.
 * @throws S3Error if no rule allows it
 */
export function preflightHeaders(rules: CorsRule[], requested: Headers): Record<string, string> {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': names } = requested;
  if (origin === undefined || method === undefined)
    throw new S3Error('InvalidRequest', 'Insufficient information. Origin request header needed.');
  const allowed = corsHeaders(rules, method, requested);
  if (!('Vary' in allowed)) throw new S3Error('AccessDenied', 'CORSResponse: This CORS request is not allowed.');
  return { ...allowed, ...(names !== undefined && { 'Access-Control-Allow-Headers': names }) };
}
