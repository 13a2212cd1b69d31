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
  /** Permissions besides writing its own log and traces, and failed events to `deadLetters`. */
  statements: PolicyStatement[];
  /**
   * True if it serves requests, a share of which X-Ray records. Otherwise X-Ray would record at least one invocation a
   * second.
   */
  isBehindGateway?: boolean;
  /** Queue for asynchronous events that failed three times; omitted if it gets none. */
  deadLetters?: IQueue;
  /** A log group shared with other functions. Default: its own. */
  sharedLog?: ILogGroup;
  logRetention: RetentionDays;
}

/** A full vCPU comes with 1,769 MB (AWS Lambda, "Configure Lambda function memory"); cold starts are CPU-bound. */
const MEMORY_MB = 1_024;

/** The alias of the version in service. */
const LIVE = 'live';

/** A Lambda function whose role has only the permissions stated here. */
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
    // The CDK adds a dependency on the role, which the function's properties reference anyway.
    (this.function.node.defaultChild as CfnResource).addDeletionOverride('DependsOn');
    if (!deadLetters) acknowledge(this.function, 'Serverless-LambdaDLQ');
    if (!isBehindGateway) acknowledge(this.function, 'Serverless-LambdaTracing');
    acknowledge(role, 'Serverless-LambdaStarPermissions');
    acknowledgeWildcard(role, '*', 'AWS X-Ray’s two actions for writing traces support no resource but `*`.');
  }

  /** Points to the version in service; callers of the alias can be shifted gradually. */
  addAlias(): Alias {
    return new Alias(this, 'Live', { aliasName: LIVE, version: this.function.currentVersion });
  }
}

const environmentOf = (settings: Partial<Record<Setting, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [ENVIRONMENT[name as Setting], value]));

/** A function whose versions are released gradually. */
export interface GuardedFunction {
  alias: Alias;
  log: ILogGroup;
}
