import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  CfnAccount,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  type RestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledgeWildcard } from '../../acknowledgements.ts';

/**
 * A line of the access log. It omits address, user agent, query and actual path, which may be personal data. Callers
 * and the functions' logs have the same `requestId`.
 */
const ACCESS_LOG_FIELDS = {
  requestId: '$context.extendedRequestId',
  traceId: '$context.xrayTraceId',
  time: '$context.requestTimeEpoch',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationLatencyMs: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
  integrationError: '$context.integrationErrorMessage',
  gatewayResponse: '$context.error.responseType',
};

/** What API Gateway needs to write logs: the actions of AWS's own policy for it, AmazonAPIGatewayPushToCloudWatchLogs. */
const LOG_ACTIONS = [
  'logs:CreateLogGroup',
  'logs:CreateLogStream',
  'logs:DescribeLogGroups',
  'logs:DescribeLogStreams',
  'logs:PutLogEvents',
  'logs:GetLogEvents',
  'logs:FilterLogEvents',
];

/** The gateway's two logs: one line per request, and what went wrong inside of it. */
export class GatewayLogs extends Construct {
  readonly accessLog: LogGroup;
  /** What a stage needs to write the access log. */
  readonly accessLogOptions: StageOptions;
  /** What a stage or method needs to write the log of failed executions. */
  readonly executionLogOptions: MethodDeploymentOptions = {
    loggingLevel: MethodLoggingLevel.ERROR,
    // Would log bodies.
    dataTraceEnabled: false,
    // Costs by the method, and says little more than the functions' own.
    metricsEnabled: false,
  };
  readonly #retention: RetentionDays;

  constructor(scope: Construct, id: string, { retention }: { retention: RetentionDays }) {
    super(scope, id);
    this.#retention = retention;
    this.accessLog = new LogGroup(this, 'Access', { retention, removalPolicy: RemovalPolicy.DESTROY });
    this.accessLogOptions = {
      accessLogDestination: new LogGroupLogDestination(this.accessLog),
      accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG_FIELDS)),
    };
  }

  /** Makes what a stage must find when it is created: the log under the name that API Gateway gives it, and the role. */
  prepare(api: RestApi, stageName: string): void {
    const executionLog = new LogGroup(this, 'Execution', {
      logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/${stageName}`,
      retention: this.#retention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const account = this.#accountWithRole();
    // AWS: the first API of an account has to be there before the account can be set.
    account.node.addDependency(api.node.defaultChild as Construct);
    api.deploymentStage.node.addDependency(executionLog, account);
  }

  /** One role per account and region serves every API in it: it is kept when this stack goes, and others may replace it. */
  #accountWithRole(): CfnAccount {
    const resource = Stack.of(this).formatArn({ service: 'logs', resource: '*' });
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'Lets API Gateway write the logs of all APIs in this region',
      inlinePolicies: {
        logs: new PolicyDocument({
          statements: [new PolicyStatement({ actions: LOG_ACTIONS, resources: [resource] })],
        }),
      },
    });
    acknowledgeWildcard(
      role,
      resource,
      'API Gateway has one log role per account and region, for the logs of every API in it, and tests it on a log ' +
        'group of its own when it is set.',
    );
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    for (const kept of [role, account]) kept.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return account;
  }
}
