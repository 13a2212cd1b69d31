import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  CfnAccount,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  type RestApiBase,
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

/**
 * The permissions that API Gateway needs to write logs: those of AWS's managed policy
 * AmazonAPIGatewayPushToCloudWatchLogs.
 */
const LOG_ACTIONS = [
  'logs:CreateLogGroup',
  'logs:CreateLogStream',
  'logs:DescribeLogGroups',
  'logs:DescribeLogStreams',
  'logs:PutLogEvents',
  'logs:GetLogEvents',
  'logs:FilterLogEvents',
];

/** The gateway's two logs: one line per request, and its internal errors. */
export class GatewayLogs extends Construct {
  readonly accessLog: LogGroup;
  readonly accessLogOptions: StageOptions;
  /** The settings of a stage or method for the execution log. */
  readonly executionLogOptions: MethodDeploymentOptions = {
    loggingLevel: MethodLoggingLevel.ERROR,
    // Would log bodies.
    dataTraceEnabled: false,
    // Billed per method, and adds little to the functions' metrics.
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

  /** Creates what a stage needs first: the log under the name that API Gateway expects, and the role. */
  prepare(api: RestApiBase, stageName: string): void {
    const executionLog = new LogGroup(this, 'Execution', {
      logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/${stageName}`,
      retention: this.#retention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const account = this.#accountWithRole();
    // AWS requires an API before the account's role can be set.
    account.node.addDependency(api.node.defaultChild as Construct);
    api.deploymentStage.node.addDependency(executionLog, account);
  }

  /**
   * One role per account and region serves every API in it: it is kept when this stack is deleted, and other stacks may
   * replace it.
   */
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
