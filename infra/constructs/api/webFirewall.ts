import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { ApiError } from '../../../shared/contract/errors.ts';
import { ANY_ORIGIN, gatewayErrorHeaders, REQUEST_ID_HEADER } from '../../../shared/contract/headers.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { errorBody } from '../../../shared/http/errorBody.ts';

export interface WebFirewallProps {
  /** The gateway's stage that it protects. */
  stageArn: string;
  siteUrl: string;
  /** Requests per IP address and minute to the public operations. */
  formsPerMinute: number;
  /** Requests per second to each operation. */
  requestsPerSecond: number;
}

const WINDOW_SECONDS = 60;
/** Share of one operation's limit that a single key may use in total, so that other keys are never blocked. */
const KEY_SHARE = 1 / 2;
/** The lowest rate that AWS WAF allows. */
const RATE_MIN = 10;

/** AWS WAF cannot fill in its responses, so this one has no request id. */
const WAF_REQUEST_ID = 'blocked-by-waf';

/** AWS's managed rules, and which of them only count: text in a form is not an attack on this service. */
const MANAGED_RULES: Record<string, string[]> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: [],
  AWSManagedRulesCommonRuleSet: [
    'NoUserAgent_HEADER',
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
    'EC2MetaDataSSRF_BODY',
  ],
};

/**
 * AWS WAF in front of the API. It responds with 429 to too many requests from one IP address to public operations, or
 * with one key; requests blocked by AWS's rules get the gateway's 403.
 */
export class WebFirewall extends Construct {
  constructor(scope: Construct, id: string, props: WebFirewallProps) {
    super(scope, id);
    const { stageArn, siteUrl, formsPerMinute, requestsPerSecond } = props;
    const rates = [
      rateRule('FormRate', siteUrl, 'from your address', {
        aggregateKeyType: 'IP',
        limit: formsPerMinute,
        scopeDownStatement: publicPaths(),
      }),
      rateRule('KeyRate', siteUrl, 'with your key', {
        aggregateKeyType: 'CUSTOM_KEYS',
        customKeys: [{ header: { name: 'Authorization', textTransformations: [{ priority: 0, type: 'NONE' }] } }],
        limit: Math.max(RATE_MIN, KEY_SHARE * WINDOW_SECONDS * requestsPerSecond),
      }),
    ];
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('WebAcl'),
      customResponseBodies: Object.fromEntries(rates.map(({ name, body }) => [name, body])),
      rules: [...rates.map(({ rule }) => rule), ...managedRules()].map((rule, priority) => ({ ...rule, priority })),
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stageArn, webAclArn: webAcl.attrArn });
  }
}

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
});

type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

/** A rate-based rule per minute, with the body of its response. */
function rateRule(name: string, siteUrl: string, what: string, rate: CfnWebACL.RateBasedStatementProperty) {
  const tooMany = new ApiError('TOO_MANY_REQUESTS', `Too many requests ${what}: try again in a minute.`);
  const headers = {
    // AWS WAF's headers are constant, so a page cannot read this response to a request with credentials.
    ...ANY_ORIGIN,
    ...gatewayErrorHeaders(tooMany.code, { siteUrl, retryAfterSeconds: WINDOW_SECONDS }),
    [REQUEST_ID_HEADER]: WAF_REQUEST_ID,
  };
  const responseHeaders = Object.entries(headers).map(([header, value]) => ({ name: header, value }));
  const customResponse = { responseCode: tooMany.status, customResponseBodyKey: name, responseHeaders };
  const rule: Rule = {
    name,
    action: { block: { customResponse } },
    statement: { rateBasedStatement: { ...rate, evaluationWindowSec: WINDOW_SECONDS } },
    visibilityConfig: visibility(name),
  };
  const content = JSON.stringify(errorBody(tooMany, siteUrl, WAF_REQUEST_ID));
  return { name, rule, body: { contentType: 'APPLICATION_JSON', content } };
}

/** The paths of the public operations, up to their first parameter; the stage's name precedes them. */
function publicPaths(): CfnWebACL.StatementProperty {
  const publicOperations = OPERATIONS.filter(({ permission }) => permission === 'public');
  const paths = [...new Set(publicOperations.map(({ path }) => path.split('{')[0] ?? path))];
  const statements = paths.map(
    (searchString): CfnWebACL.StatementProperty => ({
      byteMatchStatement: {
        fieldToMatch: { uriPath: {} },
        positionalConstraint: 'CONTAINS',
        searchString,
        // Decoded as the gateway does: `/v1/%66/…` is the same path.
        textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
      },
    }),
  );
  return { orStatement: { statements } };
}

function managedRules(): Rule[] {
  return Object.entries(MANAGED_RULES).map(([name, counted]) => ({
    name,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    visibilityConfig: visibility(name),
  }));
}
