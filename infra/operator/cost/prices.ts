export interface Price {
  service: string;
  usd: number;
  /** The number of units that the price covers. */
  per: number;
  unit: string;
  /** AWS's page with the price. */
  source: string;
  /** Month of the newest dated text found with this price; AWS's own pages are not dated. */
  seen: string;
  /** The permanent monthly free tier, without that of an account's first year. */
  free?: number;
}

const MILLION = 1_000_000;
const GB_PER_TB = 1_024;

const listed = (service: string, path: string, seen = 'undated') => ({
  service,
  source: `aws.amazon.com/${path}`,
  seen,
});
const API_GATEWAY = listed('API Gateway', 'api-gateway/pricing', '2025-05');
const LAMBDA = listed('Lambda', 'lambda/pricing', '2024-12');
const DYNAMODB = listed('DynamoDB', 'dynamodb/pricing/on-demand', '2025-07');
const SES = listed('SES', 'ses/pricing', '2026-07');
const CLOUDWATCH = listed('CloudWatch', 'cloudwatch/pricing', '2026-06');
const XRAY = listed('X-Ray', 'xray/pricing');
const SQS = listed('SQS', 'sqs/pricing', '2026-06');
const SNS = listed('SNS', 'sns/pricing', '2026-06');
const CLOUDFRONT = listed('CloudFront', 'cloudfront/pricing', '2026-03');
const S3 = listed('S3', 's3/pricing');
const WAF = listed('WAF', 'waf/pricing', '2026-06');
const KMS = listed('KMS', 'kms/pricing');
const TRANSFER = listed('Data transfer', 'ec2/pricing/on-demand', '2026-03');
/** Its free tier only covers an account's first year. */
const GUARDDUTY = listed('GuardDuty', 'guardduty/pricing', '2026-10');

/**
 * AWS's list prices for us-east-1 in US dollars without tax: the first tier of each, and its permanent free tier, in
 * the order of a bill.
 */
export const PRICES = {
  restRequest: { usd: 3.5, per: MILLION, unit: 'requests', ...API_GATEWAY },
  lambdaRequest: { usd: 0.2, per: MILLION, unit: 'requests', free: MILLION, ...LAMBDA },
  lambdaArmGbSecond: { usd: 0.0000133334, per: 1, unit: 'GB-seconds (Arm)', free: 400_000, ...LAMBDA },
  writeUnit: { usd: 0.625, per: MILLION, unit: 'write request units', ...DYNAMODB },
  readUnit: { usd: 0.125, per: MILLION, unit: 'read request units', ...DYNAMODB },
  tableStorage: { usd: 0.25, per: 1, unit: 'GB-months of the table', free: 25, ...DYNAMODB },
  pointInTimeRecovery: { usd: 0.2, per: 1, unit: 'GB-months of point-in-time recovery', ...DYNAMODB },
  mail: { usd: 0.1, per: 1_000, unit: 'mails', ...SES },
  // The default plan of new accounts. Beyond 10 million mails a month it is 0.14.
  mailOnEssentials: { usd: 0.16, per: 1_000, unit: "mails with SES's plan Essentials", ...SES },
  logIngestion: { usd: 0.5, per: 1, unit: 'GB of logs', free: 5, ...CLOUDWATCH },
  logStorage: { usd: 0.03, per: 1, unit: 'GB-months of logs', ...CLOUDWATCH },
  customMetric: { usd: 0.3, per: 1, unit: 'custom metrics', free: 10, ...CLOUDWATCH },
  alarmMetric: { usd: 0.1, per: 1, unit: 'metrics of alarms', free: 10, ...CLOUDWATCH },
  dashboard: { usd: 3, per: 1, unit: 'dashboards', free: 3, ...CLOUDWATCH },
  largeDashboard: { usd: 3, per: 1, unit: 'dashboards of over 50 metrics', ...CLOUDWATCH },
  trace: { usd: 5, per: MILLION, unit: 'traces', free: 100_000, ...XRAY },
  queueRequest: { usd: 0.4, per: MILLION, unit: 'requests of queues', free: MILLION, ...SQS },
  alarmMail: { usd: 2, per: 100_000, unit: 'alarm mails', free: 1_000, ...SNS },
  edgeRequest: { usd: 0.01, per: 10_000, unit: 'requests for pages', free: 10 * MILLION, ...CLOUDFRONT },
  edgeFunction: { usd: 0.1, per: MILLION, unit: 'runs of the page function', free: 2 * MILLION, ...CLOUDFRONT },
  edgeTransfer: { usd: 0.085, per: 1, unit: 'GB of pages', free: GB_PER_TB, ...CLOUDFRONT },
  objectStorage: { usd: 0.023, per: 1, unit: 'GB-months of objects', ...S3 },
  objectWrite: { usd: 0.005, per: 1_000, unit: 'objects put, copied or listed', ...S3 },
  objectRead: { usd: 0.0004, per: 1_000, unit: 'objects read', ...S3 },
  webAcl: { usd: 5, per: 1, unit: 'web ACLs', ...WAF },
  webAclRule: { usd: 1, per: 1, unit: 'rules of web ACLs', ...WAF },
  webAclRequest: { usd: 0.6, per: MILLION, unit: 'requests inspected', ...WAF },
  encryptionKey: { usd: 1, per: 1, unit: 'keys', ...KMS },
  transferOut: { usd: 0.09, per: 1, unit: 'GB to the internet', free: 100, ...TRANSFER },
  scannedObject: { usd: 0.215, per: 1_000, unit: 'objects scanned', ...GUARDDUTY },
  scannedGb: { usd: 0.09, per: 1, unit: 'GB scanned', ...GUARDDUTY },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof PRICES;
