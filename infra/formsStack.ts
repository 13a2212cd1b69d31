import { CfnOutput, Duration, Stack, Tags } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { ApiGateway, CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { isManagement, takesForms } from '../shared/contract/operations/define.ts';
import { OPERATIONS, type OperationId, tablePermissionsOf } from '../shared/contract/operations/index.ts';
import type { Setting } from '../shared/runtime/environment.ts';
import { acknowledge } from './acknowledgements.ts';
import { allowedMethods, FormsApi } from './constructs/api/formsApi.ts';
import { type HostName, HostRecords } from './constructs/api/hostRecords.ts';
import { WebFirewall } from './constructs/api/webFirewall.ts';
import { DeliveryQueues } from './constructs/background/deliveryQueues.ts';
import { FileScans } from './constructs/background/fileScans.ts';
import { IndexAndRemoval } from './constructs/background/indexAndRemoval.ts';
import { Notifications } from './constructs/background/notifications.ts';
import { Webhooks } from './constructs/background/webhooks.ts';
import { CanaryDeployment } from './constructs/functions/canaryDeployment.ts';
import type { ServiceFunction } from './constructs/functions/serviceFunction.ts';
import { ServiceFunctions } from './constructs/functions/serviceFunctions.ts';
import { FormProbe } from './constructs/monitoring/formProbe.ts';
import { Monitoring } from './constructs/monitoring/monitoring.ts';
import { MonthlyBudget } from './constructs/monitoring/monthlyBudget.ts';
import type { GuardedFunction } from './constructs/monitoring/watched.ts';
import { FormsSite } from './constructs/site/formsSite.ts';
import { AccessLogs } from './constructs/storage/accessLogs.ts';
import { DeadLetters } from './constructs/storage/deadLetters.ts';
import { FailedRecords } from './constructs/storage/failedRecords.ts';
import { FormsTable, restoredTable } from './constructs/storage/formsTable.ts';
import { SubmittedFiles } from './constructs/storage/submittedFiles.ts';
import type { Settings } from './settings.ts';

/** Time limit of API functions. They stop half a second earlier; the gateway waits 29 s. */
const API_TIMEOUT = Duration.seconds(10);

/**
 * The operation deployed in canary steps of a tenth. It has nearly all requests, and senders do not retry them.
 * Guarding more would exceed AWS Lambda's 15 changes a second.
 */
const GUARDED: OperationId = 'createSubmission';

export class FormsStack extends Stack {
  readonly #settings: Settings;
  readonly #table: ITableV2;
  readonly #submittedFiles: SubmittedFiles;
  readonly #functions: ServiceFunctions;
  readonly #accessLogs: Bucket;
  /** Events and mails that could not be processed. */
  readonly #deadLetters: DeadLetters;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, { description: 'Forms backend: receives form submissions, stores them and announces them.' });
    const { tableStreamArn, logRetentionDays: logRetention } = settings;
    this.#settings = settings;
    this.#table = tableStreamArn
      ? restoredTable(this, 'RestoredTable', tableStreamArn)
      : new FormsTable(this, 'Table', settings);
    this.#deadLetters = new DeadLetters(this, 'DeadLetters');
    this.#accessLogs = new AccessLogs(this, 'AccessLogs', { retentionDays: logRetention });
    this.#submittedFiles = new SubmittedFiles(this, 'FileBucket', {
      retainData: settings.retainData,
      isAnnounced: settings.scanFiles,
    });
    this.#functions = new ServiceFunctions(this, {
      table: this.#table,
      submittedFiles: this.#submittedFiles,
      deadLetters: this.#deadLetters,
      logRetention,
    });
    Tags.of(this).add('service', 'forms-backend');
    Tags.of(this).add('stage', settings.stage);
    const site = this.#addSite();
    const siteUrl = settings.siteUrl ?? site.url;
    const background = this.#addBackground(siteUrl);
    const { functions, receiver } = this.#addApiFunctions(siteUrl);
    const probe = this.#addProbe(receiver);
    const api = this.#addApi(siteUrl, functions);
    probe?.schedule(api.url);
    // The pages' description of the API is set later, because the API needs the address of the pages.
    const { serviceName, landingPage } = settings;
    site.deploy({ apiUrl: api.url, siteUrl, functions: this.#functions, options: { serviceName, landingPage } });
    this.#addHostRecords(api, site);
    this.#addMonitoring({ api, receiver, probe, ...background });
    this.#addOutputs({
      ApiUrl: api.url,
      TableName: this.#table.tableName,
      SiteUrl: siteUrl,
      SenderAddress: settings.senderAddress,
      ConfigurationSet: background.notifications.configurationSet,
      SubmittedFilesBucket: this.#submittedFiles.bucketName,
      FailedRecordsBucket: background.failedRecords.bucketName,
      NotifierArn: background.notifications.notifier.functionArn,
    });
  }

  /** Background work: functions without an API request. */
  #addBackground(siteUrl: string) {
    const { senderAddress, mailsPerSecond, mailsPerHour, webhookConcurrency, monitoring } = this.#settings;
    const failedRecords = new FailedRecords(this, 'FailedRecords', {
      retainData: this.#settings.retainData,
      accessLogs: this.#accessLogs,
      announceTo: this.#deadLetters,
    });
    const isCounted = monitoring === 'full';
    const common = { table: this.#table, functions: this.#functions, failedRecords, isCounted };
    const queues = new DeliveryQueues(this, 'Deliveries', this.#functions);
    const notifications = new Notifications(this, 'Notifications', {
      ...common,
      queues,
      siteUrl,
      senderAddress,
      mailsPerSecond,
      mailsPerHour,
      deadLetters: this.#deadLetters,
    });
    // Another id would replace the queues of deployed stacks.
    const indexAndRemoval = new IndexAndRemoval(this, 'Upkeep', { ...common, failedMessages: queues.failed });
    const webhooks = new Webhooks(this, 'Webhooks', {
      functions: this.#functions,
      queues,
      siteUrl,
      webhookConcurrency,
      deadLetters: this.#deadLetters,
    });
    const fileScans = new FileScans(this, 'FileScans', {
      functions: this.#functions,
      submittedFiles: this.#submittedFiles,
      isOn: this.#settings.scanFiles,
      deadLetters: this.#deadLetters,
    });
    return { notifications, indexAndRemoval, queues, webhooks, failedRecords, fileScans };
  }

  #addSite(): FormsSite {
    const domain = this.#hostName(this.#settings.siteDomain);
    return new FormsSite(this, 'Site', { domain, accessLogs: this.#accessLogs });
  }

  /** The functions behind the gateway, and the one with canary deployments. */
  #addApiFunctions(siteUrl: string): ApiFunctions {
    const { formConcurrency, scanFiles, uploadsPerSecond, requestsPerSecond } = this.#settings;
    const own: Partial<Record<string, Partial<Record<Setting, string>>>> = {
      createSubmission: { scanFiles: String(scanFiles) },
      createUpload: { uploadsPerSecond: String(uploadsPerSecond) },
      retrieveChallenge: { requestsPerSecond: String(requestsPerSecond) },
    } satisfies Partial<Record<OperationId, unknown>>;
    const common = { isBehindGateway: true };
    const added = OPERATIONS.map((operation) =>
      this.#functions.add(operation.id, {
        ...common,
        isManagement: isManagement(operation),
        timeout: operation.timeLimitS ? Duration.seconds(operation.timeLimitS) : API_TIMEOUT,
        tablePermissions: tablePermissionsOf(operation),
        ...(operation.objectPermissions && { objectPermissions: operation.objectPermissions }),
        needs: operation.needs ?? [],
        settings: { siteUrl, ...own[operation.id] },
        ...(takesForms(operation) && { reservedConcurrentExecutions: formConcurrency }),
      }),
    );
    const allowed = { siteUrl, allowedMethods: JSON.stringify(allowedMethods()) };
    added.push(this.#functions.add('fallback', { ...common, timeout: API_TIMEOUT, settings: allowed }));
    const functions = new Map<string, IFunction>(added.map((each) => [each.node.id, each.function]));
    const guarded = added.find(({ node }) => node.id === GUARDED) as ServiceFunction;
    const receiver = { alias: guarded.addAlias(), log: guarded.log };
    return { functions: functions.set(GUARDED, receiver.alias), receiver };
  }

  /** Checks new versions and, with the setting `probeEndpoint`, the API's public address. */
  #addProbe({ alias: receiver }: GuardedFunction): FormProbe | undefined {
    const { canary: checksVersions, probeEndpoint: endpointId } = this.#settings;
    if (!checksVersions && !endpointId) return undefined;
    const props = { functions: this.#functions, table: this.#table, receiver, checksVersions, endpointId };
    return new FormProbe(this, 'Probe', props);
  }

  #addApi(siteUrl: string, functions: ReadonlyMap<string, IFunction>): FormsApi {
    const { apiDomain, waf, formsPerSecond, requestsPerSecond } = this.#settings;
    const { wafFormsPerMinute, logRetentionDays } = this.#settings;
    const api = new FormsApi(this, 'Gateway', {
      siteUrl,
      functions,
      domain: this.#hostName(apiDomain),
      formsPerSecond,
      requestsPerSecond,
      logRetention: logRetentionDays,
    });
    const { stageArn } = api.api.deploymentStage;
    const formsPerMinute = wafFormsPerMinute;
    if (waf) new WebFirewall(this, 'WebFirewall', { stageArn, siteUrl, formsPerMinute, requestsPerSecond });
    else acknowledge(api, 'AwsSolutions-APIG3');
    return api;
  }

  #addMonitoring({ api: { api, accessLog }, receiver, probe, ...background }: ServiceParts): void {
    const { notifications, indexAndRemoval, queues, webhooks } = background;
    const { alarmAddress, monthlyBudgetUsd, canary } = this.#settings;
    const monitoring = new Monitoring(this, 'Monitoring', {
      settings: this.#settings,
      undelivered: this.#deadLetters,
      api,
      accessLog,
      receiver,
      probe: probe?.isScheduled ? probe.function : undefined,
      table: this.#table,
      functions: this.#functions.all,
      notifier: notifications.notifier,
      recorder: notifications.recorder,
      mailQueue: queues.mail,
      removalQueue: indexAndRemoval.queue,
      webhookSender: webhooks.sender,
      webhookQueue: queues.webhook,
      readers: new Map([
        ['notifySubmission', notifications.reader],
        ['indexSubmissions', indexAndRemoval.reader],
      ]),
      deadLetters: new Map([
        ['events', this.#deadLetters],
        ['messages', queues.failed],
      ]),
    });
    if (canary && probe) {
      const alarms = monitoring.ofNewVersion;
      new CanaryDeployment(this, 'Canary', { name: GUARDED, alias: receiver.alias, alarms, check: probe.function });
    }
    if (alarmAddress && monthlyBudgetUsd) new MonthlyBudget(this, 'Budget', { alarmAddress, monthlyBudgetUsd });
    this.#addOutputs({ DashboardUrl: monitoring.dashboardUrl, AlarmTopic: monitoring.topic.topicArn });
  }

  #hostName(name: string | undefined): HostName | undefined {
    const { certificateArn } = this.#settings;
    return name && certificateArn ? { name, certificateArn } : undefined;
  }

  /** Creates DNS records for the operator's host names, or outputs the targets to create them for. */
  #addHostRecords({ api }: FormsApi, { distribution }: FormsSite): void {
    const { apiDomain, siteDomain, hostedZoneId } = this.#settings;
    if (hostedZoneId) {
      new HostRecords(this, 'HostRecords', hostedZoneId, {
        ...(apiDomain && { [apiDomain]: new ApiGateway(api) }),
        ...(siteDomain && { [siteDomain]: new CloudFrontTarget(distribution) }),
      });
    }
    this.#addOutputs({
      ...(api.domainName && { ApiDomainTarget: api.domainName.domainNameAliasDomainName }),
      ...(siteDomain && { SiteDomainTarget: distribution.distributionDomainName }),
    });
  }

  #addOutputs(outputs: Record<string, string>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}

interface ApiFunctions {
  /** The function of each operation; `fallback` handles everything else. */
  functions: ReadonlyMap<string, IFunction>;
  receiver: GuardedFunction;
}

interface ServiceParts {
  api: FormsApi;
  receiver: GuardedFunction;
  probe: FormProbe | undefined;
  notifications: Notifications;
  indexAndRemoval: IndexAndRemoval;
  queues: DeliveryQueues;
  webhooks: Webhooks;
}
