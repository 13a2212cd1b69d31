import { CfnOutput, Lazy, Stack, Tags } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledgements.ts';
import { apiUrlWithoutId, FormsApi } from './constructs/api/formsApi.ts';
import { addHostRecords, hostNameOf } from './constructs/api/hostRecords.ts';
import { WebFirewall } from './constructs/api/webFirewall.ts';
import { DeliveryQueues } from './constructs/background/deliveryQueues.ts';
import { FileScans } from './constructs/background/fileScans.ts';
import { IndexAndRemoval } from './constructs/background/indexAndRemoval.ts';
import { Notifications } from './constructs/background/notifications.ts';
import { SignInMail } from './constructs/background/signInMail.ts';
import { Webhooks } from './constructs/background/webhooks.ts';
import { type ApiFunctions, addApiFunctions } from './constructs/functions/apiFunctions.ts';
import { ServiceFunctions } from './constructs/functions/serviceFunctions.ts';
import { addMonitoring } from './constructs/monitoring/addMonitoring.ts';
import { addProbe } from './constructs/monitoring/formProbe.ts';
import { FormsSite } from './constructs/site/formsSite.ts';
import { AccessLogs } from './constructs/storage/accessLogs.ts';
import { DeadLetters } from './constructs/storage/deadLetters.ts';
import { FailedRecords } from './constructs/storage/failedRecords.ts';
import { FormsTable, restoredTable } from './constructs/storage/formsTable.ts';
import { SubmittedFiles } from './constructs/storage/submittedFiles.ts';
import { SETTINGS_OUTPUT, type Settings, STAGE_TAG } from './settings.ts';

export class FormsStack extends Stack {
  readonly #settings: Settings;
  readonly #table: ITableV2;
  readonly #submittedFiles: SubmittedFiles;
  readonly #functions: ServiceFunctions;
  readonly #accessLogs: Bucket;
  /** Events and mails that could not be processed. */
  readonly #deadLetters: DeadLetters;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      description: 'Forms backend: receives and stores form submissions, and sends notifications.',
      terminationProtection: settings.retainData,
    });
    const { tableStreamArn, logRetentionDays } = settings;
    this.#settings = settings;
    this.#table = tableStreamArn
      ? restoredTable(this, 'RestoredTable', tableStreamArn)
      : new FormsTable(this, 'Table', settings);
    this.#deadLetters = new DeadLetters(this, 'DeadLetters');
    this.#accessLogs = new AccessLogs(this, 'AccessLogs', { retentionDays: logRetentionDays });
    this.#submittedFiles = new SubmittedFiles(this, 'FileBucket', {
      retainData: settings.retainData,
      isAnnounced: settings.scanFiles,
    });
    this.#functions = new ServiceFunctions(this, {
      table: this.#table,
      submittedFiles: this.#submittedFiles,
      deadLetters: this.#deadLetters,
      settings,
    });
    Tags.of(this).add('service', 'forms-backend');
    Tags.of(this).add(STAGE_TAG, settings.stage);
    const domain = hostNameOf(settings, settings.siteDomain);
    const site = new FormsSite(this, 'Site', { domain, accessLogs: this.#accessLogs });
    const siteUrl = settings.siteUrl ?? site.url;
    // Set later: the API's functions are created after those that mention its URL in mails.
    const apiUrl = Lazy.string({ produce: () => api.url });
    const background = this.#addBackground({ siteUrl, apiUrl });
    const urls = { siteUrl, apiUrl: apiUrlWithoutId(hostNameOf(settings, settings.apiDomain)) };
    const { functions, receiver } = addApiFunctions(this.#functions, urls, settings);
    const probe = addProbe(this, settings, {
      functions: this.#functions,
      table: this.#table,
      receiver: receiver.alias,
    });
    const api = this.#addApi(siteUrl, functions);
    probe?.schedule(api.url);
    // Set later: the pages describe the API, which needs the pages' URL.
    const { serviceName } = settings;
    site.deploy({ apiUrl: api.url, siteUrl, functions: this.#functions, options: { serviceName } });
    const monitoring = addMonitoring(this, settings, {
      ...background,
      api,
      receiver,
      probe,
      table: this.#table,
      functions: this.#functions,
      deadLetters: this.#deadLetters,
    });
    this.#addOutputs({
      ApiUrl: api.url,
      TableName: this.#table.tableName,
      SiteUrl: siteUrl,
      SenderAddress: settings.senderAddress,
      ConfigurationSet: background.notifications.configurationSet,
      SubmittedFilesBucket: this.#submittedFiles.bucketName,
      FailedRecordsBucket: background.failedRecords.bucketName,
      NotifierArn: background.notifications.notifier.functionArn,
      ...addHostRecords(this, settings, { api: api.api, distribution: site.distribution }),
      DashboardUrl: monitoring.dashboardUrl,
      AlarmTopic: monitoring.topic.topicArn,
      // CloudFormation only replaces an output when a deployment succeeds, so that it stays true after a rollback.
      [SETTINGS_OUTPUT]: JSON.stringify(settings),
    });
  }

  /** Background work: functions without an API request. */
  #addBackground({ siteUrl, apiUrl }: { siteUrl: string; apiUrl: string }) {
    const { webhookConcurrency, monitoring } = this.#settings;
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
      apiUrl,
      settings: this.#settings,
      deadLetters: this.#deadLetters,
    });
    // A different id would replace the queues of deployed stacks.
    const indexAndRemoval = new IndexAndRemoval(this, 'Upkeep', {
      ...common,
      failedMessages: queues.failed,
      deadLetters: this.#deadLetters,
    });
    const webhooks = new Webhooks(this, 'Webhooks', {
      functions: this.#functions,
      queues,
      siteUrl,
      webhookConcurrency,
      deadLetters: this.#deadLetters,
    });
    const signInMail = new SignInMail(this, 'SignInMail', {
      functions: this.#functions,
      failedMessages: queues.failed,
      siteUrl,
    });
    new FileScans(this, 'FileScans', {
      functions: this.#functions,
      submittedFiles: this.#submittedFiles,
      isOn: this.#settings.scanFiles,
      deadLetters: this.#deadLetters,
    });
    return { notifications, indexAndRemoval, queues, webhooks, signInMail, failedRecords };
  }

  #addApi(siteUrl: string, functions: ApiFunctions['functions']): FormsApi {
    const { apiDomain, waf, formsPerSecond, requestsPerSecond } = this.#settings;
    const { wafFormsPerMinute, logRetentionDays } = this.#settings;
    const api = new FormsApi(this, 'Gateway', {
      siteUrl,
      functions,
      domain: hostNameOf(this.#settings, apiDomain),
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

  #addOutputs(outputs: Record<string, string>): void {
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
