import { Duration, Names, Stack } from 'aws-cdk-lib';
import {
  type HeadersReferrerPolicy,
  type ResponseCustomHeader,
  type ResponseHeadersCorsBehavior,
  ResponseHeadersPolicy,
  type ResponseSecurityHeadersBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { ANY_ORIGIN } from '../../../shared/contract/headers.ts';
import { dashboardSecurityHeaders, SECURITY_HEADERS } from '../../../site/securityHeaders.ts';

/**
 * Headers for which CloudFront has dedicated settings; it rejects them as custom headers (Amazon CloudFront,
 * "Understand response headers policies").
 */
const SECURITY_HEADERS_OF_CLOUDFRONT: Record<string, (value: string) => ResponseSecurityHeadersBehavior> = {
  'Content-Security-Policy': (contentSecurityPolicy) => ({
    contentSecurityPolicy: { contentSecurityPolicy, override: true },
  }),
  'X-Content-Type-Options': () => ({ contentTypeOptions: { override: true } }),
  'Referrer-Policy': (value) => ({
    referrerPolicy: { referrerPolicy: value as HeadersReferrerPolicy, override: true },
  }),
  'Strict-Transport-Security': (value) => ({
    strictTransportSecurity: { ...transportSecurityOf(value), override: true },
  }),
};

export const pageHeaders = (scope: Construct): ResponseHeadersPolicy =>
  headersPolicy(scope, 'Headers', SECURITY_HEADERS, 'Security headers of the forms backend’s pages', {
    accessControlAllowOrigins: [ANY_ORIGIN['Access-Control-Allow-Origin']],
    accessControlAllowMethods: ['GET', 'HEAD'],
    accessControlAllowHeaders: ['*'],
    accessControlAllowCredentials: false,
    originOverride: true,
  });

export const dashboardHeaders = (scope: Construct): ResponseHeadersPolicy =>
  headersPolicy(
    scope,
    'DashboardHeaders',
    dashboardSecurityHeaders(),
    'Security headers of the forms backend’s dashboard',
  );

function headersPolicy(
  scope: Construct,
  id: string,
  securityHeaders: Record<string, string>,
  comment: string,
  corsBehavior?: ResponseHeadersCorsBehavior,
): ResponseHeadersPolicy {
  const headers = Object.entries(securityHeaders);
  const customHeaders = headers
    .filter(([name]) => !(name in SECURITY_HEADERS_OF_CLOUDFRONT))
    .map(([header, value]): ResponseCustomHeader => ({ header, value, override: true }));
  return new ResponseHeadersPolicy(scope, id, {
    // Unique in an account across regions, with at most 128 characters.
    responseHeadersPolicyName: `${Names.uniqueResourceName(scope, { maxLength: 90 })}-${id}-${Stack.of(scope).region}`,
    comment,
    ...(corsBehavior && { corsBehavior }),
    securityHeadersBehavior: Object.assign(
      {},
      ...headers.map(([name, value]) => SECURITY_HEADERS_OF_CLOUDFRONT[name]?.(value)),
    ),
    customHeadersBehavior: { customHeaders },
  });
}

/** @throws Error when the header has more than a duration */
function transportSecurityOf(value: string) {
  const [, seconds] = /^max-age=(\d+)$/.exec(value) ?? [];
  if (seconds === undefined) throw new Error(`CloudFront has no setting for this header: ${value}`);
  return { accessControlMaxAge: Duration.seconds(Number(seconds)), includeSubdomains: false, preload: false };
}
