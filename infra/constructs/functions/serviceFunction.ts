import type { CfnResource, Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENVIRONMENT, type Setting } from '../../../shared/runtime/environment.ts';
import { acknowledge, acknowledgeWildcard } from '../../acknowledgements.ts';
import { SelfContainedRole } from './selfContainedRole.ts';
import { ServiceLog } from './serviceLog.ts';

export interface ServiceFunctionProps
  extends Pick<FunctionProps, 'reservedConcurrentExecutions' | 'recursiveLoop' | 'memorySize'> {
  /** Folder with the function's bundle. */
  bundle: string;
  settings: Partial<Record<Setting, string>>;
  timeout: Duration;
  /** Its permissions, besides writing its own log and traces, and failed events to `deadLetters`. */
  statements: PolicyStatement[];
  /** Whether requests reach it: X-Ray records a share of them. Everything else would be recorded once a second at least. */
  isBehindGateway?: boolean;
  /** Where an event ends that nobody waits for, when the function failed with it three times; none if there are none. */
  deadLetters?: IQueue;
  /** A log group that it shares with others. Default: one of its own. */
  sharedLog?: ILogGroup;
  logRetention: RetentionDays;
}

/** 1 vCPU is given at 1,769 MB (AWS Lambda, "Configure Lambda function memory"); start-up is CPU-bound. */
const MEMORY_MB = 1_024;

/** The alias of the version in service. */
const LIVE = 'live';

/** A Lambda function with a role of its own that grants what is stated here and nothing else. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  readonly log: ILogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const {
      bundle,
      settings,
      statements,
      deadLetters,
      sharedLog,
      logRetention,
      isBehindGateway = false,
      ...others
    } = props;
    super(scope, id);
    this.log = sharedLog ?? new ServiceLog(this, 'Log', logRetention);
    const role = new SelfContainedRole(this, 'Role', 'lambda.amazonaws.com');
    this.log.grantWrite(role);
    for (const statement of statements) role.addToPolicy(statement);
    this.function = new LambdaFunction(this, 'Function', {
      memorySize: MEMORY_MB,
      ...others,
      description: id,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(bundle),
      handler: 'index.handler',
      environment: environmentOf(settings),
      role,
      logGroup: this.log,
      loggingFormat: LoggingFormat.JSON,
      // Without AWS Lambda's own lines about invocations that succeed: each is longer than the service's.
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: isBehindGateway ? Tracing.ACTIVE : Tracing.PASS_THROUGH,
      ...(deadLetters && { deadLetterQueue: deadLetters }),
    });
    // The CDK makes a function wait for its role, which its properties name anyway.
    (this.function.node.defaultChild as CfnResource).addDeletionOverride('DependsOn');
    if (!deadLetters) acknowledge(this.function, 'Serverless-LambdaDLQ');
    if (!isBehindGateway) acknowledge(this.function, 'Serverless-LambdaTracing');
    acknowledge(role, 'Serverless-LambdaStarPermissions');
    acknowledgeWildcard(role, '*', 'AWS X-Ray knows no resources: its two actions for writing traces take `*` alone.');
  }

  /** Leads to the version in service; what is called through it can be changed step by step. */
  addAlias(): Alias {
    return new Alias(this, 'Live', { aliasName: LIVE, version: this.function.currentVersion });
  }
}

const environmentOf = (settings: Partial<Record<Setting, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [ENVIRONMENT[name as Setting], value]));

/** A function whose versions change step by step. */
export interface GuardedFunction {
  alias: Alias;
  log: ILogGroup;
}
