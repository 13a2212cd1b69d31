import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { DASHBOARD_PATH, MAIL_PAGES_PATH } from '../../../../../shared/contract/sitePages.ts';
import {
  API_URL_PLACEHOLDER,
  IMMUTABLE_PREFIX,
  PUBLISHED_FILES_NAME,
  PublishedFiles,
  SITE_URL_PLACEHOLDER,
} from '../../../../../shared/runtime/publishedSite.ts';
import { renderSite } from '../../../../../site/pages.ts';
import { dashboardSecurityHeaders, headersAt } from '../../../../../site/securityHeaders.ts';
import { fileOf } from '../../../../../site/staticFiles.ts';
import { functionsOf, ofConstruct, single, synthesizeStacks } from '../../../../support/cloud/stack.ts';
import { EVERYTHING } from '../../../../support/settings.ts';

const [stack, withDomains] = await synthesizeStacks({}, EVERYTHING);
const pages = renderSite({ apiUrl: API_URL_PLACEHOLDER, siteUrl: SITE_URL_PLACEHOLDER });

const propertiesOf = (type: string, { template } = stack) => single(template.ofType(type)).properties;

const distributionOf = (given = stack) =>
  propertiesOf('AWS::CloudFront::Distribution', given).DistributionConfig as Record<string, Record<string, unknown>>;

function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'Ref') return [String(inner)];
    if (key === 'Fn::GetAtt') return [String((inner as string[])[0])];
    if (key === 'Fn::Sub') return [...String(inner).matchAll(/\$\{([^}.]+)/g)].map(([, id = '']) => id);
    return referencesIn(inner);
  });
}

const needs = new Map<string, Set<string>>();

function needsOf(logicalId: string, path: string[] = []): Set<string> {
  const known = needs.get(logicalId) ?? findNeeds(logicalId, path);
  needs.set(logicalId, known);
  return known;
}

function findNeeds(logicalId: string, path: string[]): Set<string> {
  if (path.includes(logicalId)) throw new Error(`These need each other: ${[...path, logicalId].join(' → ')}`);
  const resource = stack.resources[logicalId] as { Properties?: unknown; DependsOn?: string[] } | undefined;
  const direct = [...referencesIn(resource?.Properties), ...[resource?.DependsOn ?? []].flat()];
  const known = direct.filter((id) => id in stack.resources);
  return new Set(known.flatMap((id) => [id, ...needsOf(id, [...path, logicalId])]));
}

describe('the site’s URL', () => {
  test('reaches every function that needs it in one deployment, without a dependency cycle', () => {
    const { logicalId } = single(stack.template.ofType('AWS::CloudFront::Distribution'));
    const functions = Object.entries(stack.resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Function');
    const withSiteUrl = functions.filter(([, { Properties }]) => JSON.stringify(Properties).includes('"SITE_URL"'));
    expect(withSiteUrl.length).toBeGreaterThan(15);
    for (const [id] of withSiteUrl) expect(needsOf(id)).toContain(logicalId);
    expect(
      [...needsOf(logicalId)].filter((id) => /AWS::(Lambda|ApiGateway|IAM)/.test(stack.resources[id]?.Type ?? '')),
    ).toEqual([]);
  });

  test('creates no circular dependency', () => {
    for (const id of Object.keys(stack.resources)) needsOf(id);
  });
});

describe('the bucket', () => {
  test('is filled by a function that may only write to it and invalidate its distribution', () => {
    const bucket = ofConstruct('Bucket', stack.template.ofType('AWS::S3::Bucket')).logicalId;
    const deployer = functionsOf(stack).find(({ name }) => name === 'deploySite');
    expect(deployer?.statements.map(({ Action, Resource }) => [Action, Resource]).sort()).toEqual([
      [['cloudfront:CreateInvalidation'], [expect.stringMatching(/:distribution\/SiteDistribution\w+$/)]],
      [['s3:DeleteObject', 's3:PutObject'], [expect.stringMatching(new RegExp(`:${bucket}/\\*$`))]],
      [['s3:ListBucket'], [expect.stringMatching(new RegExp(`:${bucket}$`))]],
    ]);
    expect(propertiesOf('Custom::SiteFiles')).toMatchObject({
      ServiceToken: expect.stringContaining(deployer?.logicalId ?? ''),
      bucketName: bucket,
    });
  });

  test('gets every page, assets first, with the URL of the API still as a token', () => {
    const deployer = functionsOf(stack).find(({ name }) => name === 'deploySite');
    const asset = `asset.${deployer?.properties.Code.S3Key.replace('.zip', '')}`;
    const read = (name: string) => readFileSync(join(stack.template.folder, asset, name), 'utf8');
    const files = PublishedFiles.parse(JSON.parse(read(PUBLISHED_FILES_NAME)));
    expect(new Map(files.map(({ key, body, encoding, contentType }) => [key, [body, encoding, contentType]]))).toEqual(
      new Map(pages.map((page) => [fileOf(page), [page.body, page.encoding, page.contentType]])),
    );
    const immutable = files.map(({ key }) => `/${key}`.startsWith(IMMUTABLE_PREFIX));
    expect(immutable).toEqual([...immutable].sort().reverse());
    for (const { key, cacheControl } of files) {
      expect(cacheControl.includes('immutable')).toBe(`/${key}`.startsWith(IMMUTABLE_PREFIX));
    }
    expect(read('index.mjs')).toContain('handler');
  });
});

const PAGE_FILE = readFileSync(join(import.meta.dirname, '../../../../../infra/constructs/site/pageFile.js'), 'utf8');

const handler: (event: { request: { uri: string } }) => { uri: string; headers?: object } = runInNewContext(
  `${PAGE_FILE}; handler`,
);

const fileAt = (uri: string): string => handler({ request: { uri } }).uri;

interface HeadersPolicy {
  CustomHeadersConfig: { Items: { Header: string; Value: string }[] };
  SecurityHeadersConfig: Record<string, Record<string, unknown>>;
  CorsConfig?: { AccessControlAllowOrigins: { Items: string[] }; AccessControlAllowCredentials: boolean };
}

function headersOf({ ResponseHeadersPolicyId }: Record<string, unknown> = {}): Record<string, unknown> {
  const policies = stack.template.ofType('AWS::CloudFront::ResponseHeadersPolicy');
  const { properties } = single(policies.filter(({ logicalId }) => logicalId === ResponseHeadersPolicyId));
  const { ResponseHeadersPolicyConfig } = properties as { ResponseHeadersPolicyConfig: HeadersPolicy };
  const { CustomHeadersConfig, SecurityHeadersConfig: security, CorsConfig } = ResponseHeadersPolicyConfig;
  const { ContentSecurityPolicy, ContentTypeOptions, ReferrerPolicy, StrictTransportSecurity, ...more } = security;
  return {
    ...more,
    'Content-Security-Policy': ContentSecurityPolicy?.ContentSecurityPolicy,
    'X-Content-Type-Options': ContentTypeOptions && 'nosniff',
    'Referrer-Policy': ReferrerPolicy?.ReferrerPolicy,
    'Strict-Transport-Security': `max-age=${StrictTransportSecurity?.AccessControlMaxAgeSec}`,
    ...(CorsConfig && {
      'Access-Control-Allow-Origin': CorsConfig.AccessControlAllowOrigins.Items.join(),
      ...(CorsConfig.AccessControlAllowCredentials && { 'Access-Control-Allow-Credentials': 'true' }),
    }),
    ...Object.fromEntries(CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
  };
}

describe('the distribution', () => {
  test('sends exactly the headers of site/securityHeaders.ts, those for API calls only with pages that make them', () => {
    const { DefaultCacheBehavior, CacheBehaviors } = distributionOf();
    const behaviors = CacheBehaviors as unknown as Record<string, unknown>[];
    expect(headersOf(DefaultCacheBehavior)).toEqual(headersAt('/'));
    expect(behaviors.map((behavior) => [behavior.PathPattern, headersOf(behavior)])).toEqual([
      [`${DASHBOARD_PATH}*`, dashboardSecurityHeaders()],
      [`${MAIL_PAGES_PATH}/*`, dashboardSecurityHeaders()],
    ]);
    const differing = ['PathPattern', 'ResponseHeadersPolicyId'];
    const same = (behavior: object = {}) => Object.entries(behavior).filter(([name]) => !differing.includes(name));
    for (const behavior of behaviors) expect(same(behavior)).toEqual(same(DefaultCacheBehavior));
  });

  test('serves the dashboard’s page at all of its paths', () => {
    const addresses = ['/app', '/app/', '/app/keys', '/app/enp_01ARZ3NDEKTSV4RRFFQ69G5FAV/settings', '/app/a.b'];
    for (const address of addresses) expect(fileAt(address)).toBe('/app/index.html');
    expect(fileAt('/apple')).toBe('/apple/index.html');
  });

  test('redirects from / to the dashboard', () => {
    expect(handler({ request: { uri: '/' } })).toMatchObject({
      statusCode: 302,
      headers: { location: { value: '/app' } },
    });
  });

  test('finds the file of every page, with and without a slash at the end', () => {
    expect(propertiesOf('AWS::CloudFront::Function').FunctionCode).toBe(PAGE_FILE);
    for (const page of pages) {
      expect(fileAt(page.path)).toBe(`/${fileOf(page)}`);
      if (!page.path.includes('.')) expect(fileAt(`${page.path.replace(/\/$/, '')}/`)).toBe(`/${fileOf(page)}`);
    }
  });

  test('responds with 404 and its page to unknown paths', () => {
    const page = pages.find((each) => fileOf(each) === '404.html');
    const responses = distributionOf().CustomErrorResponses as unknown as Record<string, unknown>[];
    expect(responses.map(({ ErrorCode }) => ErrorCode)).toEqual([403, 404]);
    for (const response of responses) {
      expect(response).toMatchObject({ ResponseCode: 404, ResponsePagePath: page?.path });
    }
  });
});

describe('host names of their own', () => {
  test('have outputs with their DNS targets', () => {
    expect(Object.keys(withDomains.outputs)).toEqual(expect.arrayContaining(['ApiDomainTarget', 'SiteDomainTarget']));
    expect(Object.keys(stack.outputs).filter((name) => name.endsWith('Target'))).toEqual([]);
  });

  test('get records for IPv4 and IPv6 in the hosted zone', () => {
    const records = Object.values(withDomains.resources)
      .filter(({ Type }) => Type === 'AWS::Route53::RecordSet')
      .map(({ Properties }) => `${Properties.Type} ${Properties.Name}`);
    expect(records.sort()).toEqual([
      'A api.example.com.',
      'A forms.example.com.',
      'AAAA api.example.com.',
      'AAAA forms.example.com.',
    ]);
  });
});
