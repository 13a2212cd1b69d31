import * as z from 'zod';
import { parsedUrl } from '../shared/contract/webUrl.ts';
import { RETENTION_DAYS } from './retention.ts';
import { addressesSetting, booleanSetting, numberSetting, setting, wholeNumberSetting } from './settingKinds.ts';

/** A host name in lower case, such as `forms.example.com`. */
const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** CloudFront, in front of site and API, only accepts certificates of this region. */
const CERTIFICATE_ARN = /^arn:aws:acm:us-east-1:\d{12}:certificate\/[a-z0-9-]+$/;

/** `arn:…:table/<name>/stream/<label>`. */
const TABLE_STREAM_ARN = /^arn:[a-z-]+:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]{3,255}\/stream\/[\w:.-]+$/;

/** One line of visible text, with joiners, which Persian, Hindi and emoji need. */
const SERVICE_NAME = /^(?!\s)[^\p{C}\p{Zl}\p{Zp}](?:[\u200c\u200d]|[^\p{C}\p{Zl}\p{Zp}]){0,59}(?<!\s)$/u;

/** The values CloudWatch Logs allows, except infinite: logs must expire. Copied, since loading the CDK takes long. */
export const LOG_RETENTION_DAYS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
];

/** The share of `webhookConcurrency` for webhooks that failed lately: AWS's minimum for a queue. */
export const FAILING_AT_ONCE = 2;

/** An origin without path, query, credentials or slash: the pages' links start at the root. */
const isSiteUrl = (text: string): boolean => /^https?:/i.test(text) && parsedUrl(text)?.origin === text.toLowerCase();

const domainSetting = () =>
  setting(HOST_NAME, 'must be a host name in lower case, for example forms.example.com').optional();

const SITE_URL_HINT =
  'must be an http or https URL without a path or trailing slash, for example https://forms.example.com';
/** The default stage. */
export const DEFAULT_STAGE = 'production';
const STAGE_HINT = 'must start with a lower-case letter and have at most 30 lower-case letters, digits and hyphens';
const STACK_NAME_HINT = 'must start with a letter and have at most 50 letters, digits and hyphens';
const HOSTED_ZONE_HINT = 'must be the id of a Route 53 hosted zone, for example Z0123456789ABCDEFGHIJ';
const ALARM_ADDRESS_HINT = 'must be the address that alarms are mailed to, for example you@example.com';
const PROBE_ENDPOINT_HINT = 'must be the id of an endpoint, for example enp_01JCZ8Q4M7T3V9XK2R5N6W0BHD';
const SERVICE_NAME_HINT = 'must have 1 to 60 characters, without leading or trailing spaces';
const LOG_RETENTION_HINT = `must be one of ${LOG_RETENTION_DAYS.join(', ')}`;
const TABLE_STREAM_HINT =
  "must be the ARN of a table's stream, for example arn:aws:dynamodb:eu-central-1:123456789012:table/Restored/stream/…";
const CERTIFICATE_HINT =
  'must be the ARN of a certificate of AWS Certificate Manager in us-east-1, for example ' +
  'arn:aws:acm:us-east-1:123456789012:certificate/…';

interface Loss {
  /** The loss if a deployment resets the setting: something removed, weakened or hidden. */
  loses: string;
  /** The value that causes the loss. Default: the setting's own default. */
  at?: (settings: Record<string, unknown>) => unknown;
}

/** Settings that a deployment resets only with the operator's consent. Others can be omitted safely. */
const LOSSES = z.registry<Loss>();

/**
 * The operator's settings, from the `context` of cdk.json or `-c name=value`. Descriptions and losses appear in
 * docs/settings.md, hints in errors.
 */
export const Settings = z
  .object({
    senderAddress: z
      .email('must be the address that notifications are sent from, for example forms@example.com')
      .describe('Address that notifications are sent from; verified in Amazon SES.'),
    confirmationAddress: z
      .email('must be the address that confirmations are sent from, for example forms@replies.example.com')
      .optional()
      .describe(
        'Address that confirmations to the senders of forms are sent from; verified in Amazon SES, preferably at ' +
          'its own subdomain. Default `senderAddress`.',
      )
      .register(LOSSES, {
        loses: 'the address of confirmations: they come from `senderAddress`',
        at: ({ senderAddress }) => senderAddress,
      }),
    stage: setting(/^[a-z][a-z0-9-]{0,29}$/, STAGE_HINT)
      .default(DEFAULT_STAGE)
      .describe('Name of the stage; one account can have several. All resources are tagged with it.'),
    stackName: setting(/^[A-Za-z][A-Za-z0-9-]{0,49}$/, STACK_NAME_HINT)
      .optional()
      .describe('Name of the stack. Default `Forms` for production, `Forms-<stage>` for any other stage.'),
    retainData: booleanSetting()
      .default(true)
      .describe('Whether the table survives the deletion of the stack, and both are protected from deletion.')
      .register(LOSSES, { loses: 'the protection from deletion of stack, table and files', at: () => false }),
    apiDomain: domainSetting()
      .describe('Host name for the API instead of the generated one.')
      .register(LOSSES, { loses: 'the host name of the API: forms that post to it no longer work' }),
    siteDomain: domainSetting()
      .describe('Host name for the pages instead of the generated one.')
      .register(LOSSES, { loses: 'the host name of the pages: links to them no longer work' }),
    certificateArn: setting(CERTIFICATE_ARN, CERTIFICATE_HINT)
      .optional()
      .describe('Certificate in us-east-1 that covers `apiDomain` and `siteDomain`; required with either.'),
    hostedZoneId: setting(/^Z[A-Z0-9]{4,31}$/, HOSTED_ZONE_HINT)
      .optional()
      .describe('Route 53 hosted zone for the records of both host names; without it, create them yourself.')
      .register(LOSSES, { loses: 'the DNS records of `apiDomain` and `siteDomain`' }),
    siteUrl: z
      .string(SITE_URL_HINT)
      .refine(isSiteUrl, SITE_URL_HINT)
      .optional()
      .describe('Public URL of the pages, if you host them yourself.')
      .register(LOSSES, { loses: 'your own URL of the pages in mails, responses and redirects' }),
    serviceName: setting(SERVICE_NAME, SERVICE_NAME_HINT)
      .default('Forms backend')
      .describe('Name of your service, in the header and titles of its pages and in the dashboard.')
      .register(LOSSES, { loses: 'the name of your service on its pages' }),
    workspaceOwners: addressesSetting()
      .optional()
      .describe(
        'Addresses of owners who can create workspaces in the dashboard, separated by commas. Default: nobody can; `npm run workspace -- create` always works.',
      )
      .register(LOSSES, { loses: 'the right to create workspaces in the dashboard' }),
    alarmAddress: z
      .email(ALARM_ADDRESS_HINT)
      .optional()
      .describe('Address to notify when an alarm goes off. AWS asks it once to confirm.')
      .register(LOSSES, { loses: 'the mails about alarms' }),
    probeEndpoint: setting(/^enp_[0-9A-HJKMNP-TV-Z]{26}$/, PROBE_ENDPOINT_HINT)
      .optional()
      .describe(
        'Endpoint to which the service posts a form every five minutes through its public URL, with an alarm when that fails twice; see docs/operations.md. About 25 cents a month.',
      )
      .register(LOSSES, { loses: 'the form that is posted every five minutes, and its alarm' }),
    monthlyBudgetUsd: wholeNumberSetting(1, 1_000_000)
      .optional()
      .describe('Monthly budget of the account; `alarmAddress` is warned at 80 %, at 100 % and by forecast.')
      .register(LOSSES, { loses: 'the budget and its warnings' }),
    monitoring: z
      .enum(['essential', 'full'], 'must be essential or full')
      .default('essential')
      .describe(
        '`essential`: ten alarms about lost or late data and failing forms, free in CloudWatch. `full`: an alarm for everything, and an encryption key for their topic; about 13 US dollars a month.',
      )
      .register(LOSSES, { loses: 'all alarms but ten, and the key of their topic' }),
    logRetentionDays: numberSetting(LOG_RETENTION_HINT, (days) => LOG_RETENTION_DAYS.includes(days))
      .default(RETENTION_DAYS.logs)
      .describe('Days that logs are kept: 1, 3, 5, 7, 14, 30, 60, 90 or a longer period that CloudWatch Logs allows.')
      .register(LOSSES, { loses: 'logs older than the default' }),
    canary: booleanSetting()
      .optional()
      .describe(
        'Whether a new version of the function that receives forms first gets a tenth of the requests for five minutes, and is rolled back if it fails. Default `true` for production, otherwise `false`.',
      ),
    formsPerSecond: wholeNumberSetting(1, 10_000)
      .default(20)
      .describe(
        'Form posts per second of all senders together; beyond that the gateway responds with 429. One endpoint accepts up to 900; see docs/scale.md.',
      )
      .register(LOSSES, { loses: 'the higher rate: form posts beyond the default get 429' }),
    requestsPerSecond: wholeNumberSetting(1, 10_000)
      .default(20)
      .describe(
        'Requests per second to each other operation from all keys together; beyond that the gateway responds with 429. The default is that of `formsPerSecond`, so that each form can get a challenge.',
      )
      .register(LOSSES, { loses: 'the higher rate: requests beyond the default get 429' }),
    formConcurrency: wholeNumberSetting(1, 1_000)
      .optional()
      .describe('Concurrent executions reserved for form posts; see docs/operations.md.')
      .register(LOSSES, { loses: 'the concurrent executions reserved for form posts' }),
    webhookConcurrency: wholeNumberSetting(4, 1_000)
      .default(5)
      .describe(
        'Concurrent functions that call webhooks, each with up to 400 receivers. Two of them are for webhooks that failed lately.',
      ),
    mailsPerSecond: wholeNumberSetting(1, 5_000)
      .default(14)
      .describe(
        'Notification mails per second in total. A lower quota of Amazon SES for this account and region takes precedence.',
      ),
    mailsPerHour: wholeNumberSetting(1, 100_000)
      .default(300)
      .describe(
        'Mails per hour and endpoint about single submissions. Beyond that, it sends a digest every 15 minutes.',
      ),
    confirmationsPerHour: wholeNumberSetting(1, 1_000)
      .default(30)
      .describe(
        'Confirmations per hour that one endpoint sends to the senders of its form; others wait. Without captcha and allowed origins an ' +
          'endpoint sends at most 5.',
      )
      .register(LOSSES, { loses: 'the higher rate: confirmations beyond the default wait' }),
    mailsPerDay: wholeNumberSetting(1, 100_000_000)
      .default(50_000)
      .describe(
        'The quota of Amazon SES for 24 hours in this account and region; with `monitoring` `full` an alarm goes off at 80 %.',
      ),
    uploadsPerSecond: wholeNumberSetting(1, 10_000)
      .default(2)
      .describe(
        'Uploads per second that scripts can create at all endpoints together, counted by the minute. One endpoint gets at most a quarter; see docs/files.md.',
      )
      .register(LOSSES, { loses: 'the higher rate: uploads beyond the default get 429' }),
    scanFiles: booleanSetting()
      .default(false)
      .describe('Whether Amazon GuardDuty scans submitted files for malware, at a cost; see docs/files.md.')
      .register(LOSSES, { loses: 'the scan of files for malware' }),
    waf: booleanSetting()
      .default(false)
      .describe(
        'Whether to put AWS WAF in front of the API, with managed rules and rate limits per IP address and per key. At least 10 US dollars a month.',
      )
      .register(LOSSES, { loses: 'the web ACL of AWS WAF in front of the API' }),
    wafFormsPerMinute: wholeNumberSetting(10, 1_000_000)
      .default(60)
      .describe(
        'With `waf`: requests per minute from one IP address to forms, challenges, uploads and confirmation links; beyond that it gets 429.',
      )
      .register(LOSSES, { loses: 'the higher rate: more requests from one IP address get 429' }),
    tableStreamArn: setting(TABLE_STREAM_ARN, TABLE_STREAM_HINT)
      .optional()
      .describe('Stream of a restored table to use instead of the new one; see docs/operations.md.')
      .register(LOSSES, { loses: 'the restored table: the service moves to a new, empty one' }),
  })
  .superRefine((settings, { addIssue }) => {
    const { apiDomain, siteDomain, certificateArn, siteUrl } = settings;
    const problem = (name: keyof Settings, message: string) =>
      addIssue({ code: 'custom', path: [name], message, input: settings[name] });
    if ((apiDomain ?? siteDomain) && certificateArn === undefined) problem('certificateArn', CERTIFICATE_HINT);
    for (const name of ['certificateArn', 'hostedZoneId'] as const)
      if (settings[name] && apiDomain === undefined && siteDomain === undefined)
        problem(name, 'must be set together with apiDomain or siteDomain');
    if (apiDomain && siteUrl && parsedUrl(siteUrl)?.hostname === apiDomain)
      problem('siteUrl', 'must differ from apiDomain');
    if (siteDomain && siteUrl) problem('siteUrl', 'must not be set together with siteDomain, which implies it');
    if (settings.monthlyBudgetUsd && !settings.alarmAddress) problem('alarmAddress', ALARM_ADDRESS_HINT);
    if (apiDomain && apiDomain === siteDomain) problem('siteDomain', 'must differ from apiDomain');
  })
  .transform((settings) => ({
    ...settings,
    confirmationAddress: settings.confirmationAddress ?? settings.senderAddress,
    canary: settings.canary ?? settings.stage === DEFAULT_STAGE,
    stackName: settings.stackName ?? stackNameOf(settings.stage),
  }));
export type Settings = z.output<typeof Settings>;

/** The name of a stage's stack, unless the operator chooses another. */
export const stackNameOf = (stage: string): string => (stage === DEFAULT_STAGE ? 'Forms' : `Forms-${stage}`);

/** The tag of all resources, and of the stack, with the stage. */
export const STAGE_TAG = 'stage';

/** The stack's output with the settings that it was deployed with, as JSON. */
export const SETTINGS_OUTPUT = 'Settings';

/** All settings by name, with their descriptions. */
export const SETTING_FIELDS = Settings.in.shape;

/** The losses by setting, and the values that cause them. */
export const SETTING_LOSSES: ReadonlyMap<string, Required<Loss>> = new Map(
  Object.entries(SETTING_FIELDS).flatMap(([name, field]) => {
    const loss = LOSSES.get(field);
    return loss ? [[name, { at: () => field.safeParse(undefined).data, ...loss }]] : [];
  }),
);
