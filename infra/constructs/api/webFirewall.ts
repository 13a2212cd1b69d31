import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { ApiError } from '../../../shared/contract/errors.ts';
import { gatewayErrorHeaders, REQUEST_ID_HEADER } from '../../../shared/contract/headers.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { errorBody } from '../../../shared/http/errorBody.ts';

export interface WebFirewallProps {
  /** The gateway's stage that it stands before. */
  stageArn: string;
  siteUrl: string;
  /** Requests of one IP address to the public operations within a minute. */
  formsPerMinute: number;
}

const WINDOW_SECONDS = 60;

/** AWS WAF fills nothing into its answers: this one has no id of its own. */
const WAF_REQUEST_ID = 'blocked-by-waf';

/** AWS's own rules, and which of them only count: what people write into forms is not an attack on this service. */
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
 * AWS WAF before the API. Too many form posts from one address are answered by it with 429; what AWS's rules block
 * gets the gateway's response for it, 403.
 */
export class WebFirewall extends Construct {
  constructor(scope: Construct, id: string, { stageArn, siteUrl, formsPerMinute }: WebFirewallProps) {
    super(scope, id);
    const tooMany = new ApiError('TOO_MANY_REQUESTS', 'Too many requests from your address: try again in a minute.');
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility('WebAcl'),
      customResponseBodies: {
        tooMany: {
          contentType: 'APPLICATION_JSON',
          content: JSON.stringify(errorBody(tooMany, siteUrl, WAF_REQUEST_ID)),
        },
      },
      rules: [rateRule(tooMany, siteUrl, formsPerMinute), ...managedRules()],
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: stageArn, webAclArn: webAcl.attrArn });
  }
}

const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
});

function rateRule({ code, status }: ApiError, siteUrl: string, limit: number): CfnWebACL.RuleProperty {
  const headers = {
    ...gatewayErrorHeaders(code, { siteUrl, retryAfterSeconds: WINDOW_SECONDS }),
    [REQUEST_ID_HEADER]: WAF_REQUEST_ID,
  };
  const responseHeaders = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return {
    name: 'FormRate',
    priority: 0,
    action: { block: { customResponse: { responseCode: status, customResponseBodyKey: 'tooMany', responseHeaders } } },
    statement: {
      rateBasedStatement: {
        aggregateKeyType: 'IP',
        evaluationWindowSec: WINDOW_SECONDS,
        limit,
        scopeDownStatement: publicPaths(),
      },
    },
    visibilityConfig: visibility('FormRate'),
  };
}

/** The paths of the operations without credential, up to their first parameter; before them stands the stage's name. */
function publicPaths(): CfnWebACL.StatementProperty {
  const publicOperations = OPERATIONS.filter(({ permission }) => permission === 'public');
  const paths = [...new Set(publicOperations.map(({ path }) => path.split('{')[0] ?? path))];
  const [statement, ...others] = paths.map(
    (searchString): CfnWebACL.StatementProperty => ({
      byteMatchStatement: {
        fieldToMatch: { uriPath: {} },
        positionalConstraint: 'CONTAINS',
        searchString,
        // As the gateway reads a path: `/v1/%66/…` is the same.
        textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
      },
    }),
  );
  if (!statement) throw new Error('no operation is public');
  return others.length === 0 ? statement : { orStatement: { statements: [statement, ...others] } };
}

function managedRules(): CfnWebACL.RuleProperty[] {
  return Object.entries(MANAGED_RULES).map(([name, counted], i) => ({
    name,
    priority: i + 1,
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
