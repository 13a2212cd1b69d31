import { ArnFormat, CfnOutput, Duration, RemovalPolicy, Stack, Tags } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { ApiGateway, CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Setting } from '../shared/environment.ts';
import { OPERATIONS, tableActionsOf } from '../shared/operations/index.ts';
import { bundleFunctions } from './bundle.ts';
import { allowedMethods, FormsApi } from './constructs/formsApi.ts';
import { FormsSite } from './constructs/formsSite.ts';
import { FormsTable } from './constructs/formsTable.ts';
import { type HostName, HostRecords } from './constructs/hostRecords.ts';
import { MailEvents } from './constructs/mailEvents.ts';
import { NotificationAlarms } from './constructs/notificationAlarms.ts';
import { ServiceFunction } from './constructs/serviceFunction.ts';
import { readStream } from './constructs/streamReader.ts';
import { PURGE_TIMEOUT, PurgeQueues } from './constructs/upkeep.ts';
import type { Settings } from './settings.ts';
import { COUNTED_SUBMISSIONS, NEW_SUBMISSIONS, REMOVED_ENDPOINTS } from './streamPatterns.ts';

/** The API's functions answer within this time or give up half a second before; the gateway waits for 29 s. */
const API_TIMEOUT = Duration.seconds(10);
const STREAM_TIMEOUT = Duration.seconds(60);

/** The whole service. */
export class FormsStack extends Stack {
  readonly #settings: Settings;
  readonly #bundleOf = bundleFunctions();
  readonly #table: FormsTable;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, { description: 'Forms backend: receives form submissions, stores them and announces them.' });
    this.#settings = settings;
    this.#table = new FormsTable(this, 'Table', settings);
    Tags.of(this).add('service', 'forms-backend');
    Tags.of(this).add('stage', settings.stage);
    this.#addStreamReaders();
    const site = new FormsSite(this, 'Site', { domain: this.#hostName(settings.siteDomain) });
    const siteUrl = settings.siteUrl ?? site.url;
    const api = this.#addApi(siteUrl);
    // What the pages say of the API comes after it, so that the API may know the address of the pages.
    site.deploy({ apiUrl: api.url });
    this.#addHostRecords(api, site);
    this.#output('ApiUrl', api.url);
    this.#output('TableName', this.#table.tableName);
    this.#output('SiteUrl', siteUrl);
    this.#output('SenderAddress', settings.senderAddress);
  }

  #hostName(name: string | undefined): HostName | undefined {
    const { certificateArn } = this.#settings;
    return name && certificateArn ? { name, certificateArn } : undefined;
  }

  /** Leads host names of the operator's own to API and site, or says where they are to lead. */
  #addHostRecords({ api }: FormsApi, { distribution }: FormsSite): void {
    const { apiDomain, siteDomain, hostedZoneId } = this.#settings;
    if (hostedZoneId) {
      new HostRecords(this, 'HostRecords', hostedZoneId, {
        ...(apiDomain && { [apiDomain]: new ApiGateway(api) }),
        ...(siteDomain && { [siteDomain]: new CloudFrontTarget(distribution) }),
      });
    }
    if (api.domainName) this.#output('ApiDomainTarget', api.domainName.domainNameAliasDomainName);
    if (siteDomain) this.#output('SiteDomainTarget', distribution.distributionDomainName);
  }

  #output(name: string, value: string): void {
    new CfnOutput(this, name, { value });
  }

  #addApi(siteUrl: string): FormsApi {
    const table = { tableName: this.#table.tableName };
    const functions = new Map(
      OPERATIONS.map((operation) => [
        operation.id,
        this.#addFunction(operation.id, API_TIMEOUT, { ...table, siteUrl }, [
          this.#tableStatement(tableActionsOf(operation)),
        ]),
      ]),
    );
    const settings = { siteUrl, allowedMethods: JSON.stringify(allowedMethods()) };
    return new FormsApi(this, 'Gateway', {
      siteUrl,
      functionOf: (operationId) => functions.get(operationId) as LambdaFunction,
      fallback: this.#addFunction('fallback', API_TIMEOUT, settings, []),
      domain: this.#hostName(this.#settings.apiDomain),
    });
  }

  #addStreamReaders(): void {
    const table = { tableName: this.#table.tableName };
    const { queue, ...purge } = this.#addPurge(table);
    const failedRecords = this.#addFailedRecords();
    const notifications = this.#addNotifications(table, failedRecords);
    const index = this.#addFunction('indexSubmissions', STREAM_TIMEOUT, { ...table, purgeQueueUrl: queue.queueUrl }, [
      this.#tableStatement(['GetItem', 'Query', 'UpdateItem', 'PutItem', 'ConditionCheckItem']),
      purge.sendStatement,
    ]);
    const patterns = [COUNTED_SUBMISSIONS, REMOVED_ENDPOINTS];
    const indexMapping = readStream(index, { table: this.#table, patterns, failedRecords });
    new NotificationAlarms(this, 'NotificationAlarms', {
      notifier: notifications.notifier,
      mappings: {
        notifySubmission: notifications.mapping.eventSourceMappingId,
        indexSubmissions: indexMapping.eventSourceMappingId,
      },
    });
  }

  #addNotifications(table: { tableName: string }, failedRecords: Bucket) {
    const mailEvents = new MailEvents(this, 'MailEvents');
    const { configurationSetName: configurationSet } = mailEvents.configurationSet;
    const settings = { ...table, senderAddress: this.#settings.senderAddress, configurationSet };
    const notifier = this.#addFunction('notifySubmission', STREAM_TIMEOUT, settings, [
      this.#tableStatement(['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem']),
      this.#sendEmailStatement(configurationSet),
    ]);
    const recorder = this.#addFunction('recordMailEvent', API_TIMEOUT, table, [
      this.#tableStatement(['PutItem', 'UpdateItem', 'ConditionCheckItem']),
    ]);
    mailEvents.recordWith(recorder);
    this.#output('ConfigurationSet', configurationSet);
    return {
      notifier,
      mapping: readStream(notifier, { table: this.#table, patterns: [NEW_SUBMISSIONS], failedRecords }),
    };
  }

  #addPurge(table: { tableName: string }) {
    const queues = new PurgeQueues(this, 'Purge');
    const { queue } = queues;
    const sendStatement = new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] });
    const purger = this.#addFunction('purgeEndpoint', PURGE_TIMEOUT, { ...table, purgeQueueUrl: queue.queueUrl }, [
      this.#tableStatement(['GetItem', 'Query', 'BatchWriteItem']),
      sendStatement,
    ]);
    queues.feed(purger);
    return { queue, sendStatement };
  }

  #addFunction(
    id: string,
    timeout: Duration,
    settings: Partial<Record<Setting, string>>,
    statements: PolicyStatement[],
  ) {
    return new ServiceFunction(this, id, { bundle: this.#bundleOf(id), settings, timeout, statements }).function;
  }

  #tableStatement(actions: readonly string[]): PolicyStatement {
    return new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [this.#table.tableArn],
    });
  }

  /** SES checks the sender's identity and, in its sandbox, the recipients': hence every identity, but only one sender. */
  #sendEmailStatement(configurationSet: string): PolicyStatement {
    const arnOf = (resource: string, resourceName: string) =>
      this.formatArn({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
    return new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: [arnOf('identity', '*'), arnOf('configuration-set', configurationSet)],
      conditions: { StringEquals: { 'ses:FromAddress': this.#settings.senderAddress } },
    });
  }

  /** Keeps whole the stream records that failed for good; they hold personal data and are removed after a month. */
  #addFailedRecords(): Bucket {
    const { retainData } = this.#settings;
    return new Bucket(this, 'FailedRecords', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(30) }],
      removalPolicy: retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
