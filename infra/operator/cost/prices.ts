export interface Price {
  usd: number;
  /** How many units that is the price of. */
  per: number;
  unit: string;
  /** AWS's page that lists it. */
  source: string;
  /** Month of the newest dated text at hand that gives this price; AWS's own pages say no date. */
  seen: string;
}

const UNDATED = 'undated';
const MILLION = 1_000_000;
const API_GATEWAY = { source: 'aws.amazon.com/api-gateway/pricing', seen: '2025-05' };
const LAMBDA = { source: 'aws.amazon.com/lambda/pricing', seen: '2024-12' };
const DYNAMODB = { source: 'aws.amazon.com/dynamodb/pricing/on-demand', seen: '2025-07' };
const CLOUDWATCH = { source: 'aws.amazon.com/cloudwatch/pricing', seen: '2026-06' };
const SNS = { source: 'aws.amazon.com/sns/pricing', seen: '2026-06' };
const CLOUDFRONT = { source: 'aws.amazon.com/cloudfront/pricing', seen: '2026-03' };
const WAF = { source: 'aws.amazon.com/waf/pricing', seen: '2026-06' };

/** What AWS lists for us-east-1, in US dollars without tax: the first tier of each, without free tiers. */
export const PRICES = {
  restRequest: { usd: 3.5, per: MILLION, unit: 'requests', ...API_GATEWAY },
  lambdaRequest: { usd: 0.2, per: MILLION, unit: 'requests', ...LAMBDA },
  lambdaArmGbSecond: { usd: 0.0000133334, per: 1, unit: 'GB-seconds (Arm)', ...LAMBDA },
  writeUnit: { usd: 0.625, per: MILLION, unit: 'write request units', ...DYNAMODB },
  readUnit: { usd: 0.125, per: MILLION, unit: 'read request units', ...DYNAMODB },
  tableStorage: { usd: 0.25, per: 1, unit: 'GB-months of the table', ...DYNAMODB },
  pointInTimeRecovery: { usd: 0.2, per: 1, unit: 'GB-months of point-in-time recovery', ...DYNAMODB },
  queueRequest: {
    usd: 0.4,
    per: MILLION,
    unit: 'requests of queues',
    source: 'aws.amazon.com/sqs/pricing',
    seen: '2026-06',
  },
  mail: { usd: 0.1, per: 1_000, unit: 'mails', source: 'aws.amazon.com/ses/pricing', seen: UNDATED },
  logIngestion: { usd: 0.5, per: 1, unit: 'GB of logs', ...CLOUDWATCH },
  logStorage: { usd: 0.03, per: 1, unit: 'GB-months of logs', ...CLOUDWATCH },
  customMetric: { usd: 0.3, per: 1, unit: 'custom metrics', ...CLOUDWATCH },
  alarmMetric: { usd: 0.1, per: 1, unit: 'metrics of alarms', ...CLOUDWATCH },
  dashboard: { usd: 3, per: 1, unit: 'dashboards', ...CLOUDWATCH },
  trace: { usd: 5, per: MILLION, unit: 'traces', source: 'aws.amazon.com/xray/pricing', seen: UNDATED },
  objectStorage: {
    usd: 0.023,
    per: 1,
    unit: 'GB-months of objects',
    source: 'aws.amazon.com/s3/pricing',
    seen: UNDATED,
  },
  edgeRequest: { usd: 0.01, per: 10_000, unit: 'requests for pages', ...CLOUDFRONT },
  edgeTransfer: { usd: 0.085, per: 1, unit: 'GB of pages', ...CLOUDFRONT },
  alarmMail: { usd: 2, per: 100_000, unit: 'mails of alarms', ...SNS },
  webAcl: { usd: 5, per: 1, unit: 'web ACLs', ...WAF },
  webAclRule: { usd: 1, per: 1, unit: 'rules of web ACLs', ...WAF },
  webAclRequest: { usd: 0.6, per: MILLION, unit: 'requests looked at', ...WAF },
  encryptionKey: { usd: 1, per: 1, unit: 'keys', source: 'aws.amazon.com/kms/pricing', seen: UNDATED },
  transferOut: {
    usd: 0.09,
    per: 1,
    unit: 'GB to the internet',
    source: 'aws.amazon.com/ec2/pricing/on-demand',
    seen: '2026-03',
  },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof PRICES;
