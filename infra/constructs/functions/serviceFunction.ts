import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENVIRONMENT, type Setting } from '../../../shared/runtime/environment.ts';
import { acknowledge, acknowledgeWildcard } from '../../acknowledgements.ts';

export interface ServiceFunctionProps extends Pick<FunctionProps, 'reservedConcurrentExecutions' | 'recursiveLoop'> {
  /** Folder with the function's bundle. */
  bundle: string;
  settings: Partial<Record<Setting, string>>;
  timeout: Duration;
  /** What it may do, besides writing its own log and trace, and what it could not handle to `deadLetters`. */
  statements: PolicyStatement[];
  /** Where an event ends that nobody waits for, when the function failed with it three times; none if there are none. */
  deadLetters?: IQueue;
  logRetention: RetentionDays;
}

/** 1 vCPU is given at 1,769 MB (AWS Lambda, "Configure Lambda function memory"); start-up is CPU-bound. */
const MEMORY_MB = 1_024;

/** The alias under which the version is called that is in service. */
const LIVE = 'live';

/** A Lambda function with a role of its own that grants what is stated here and nothing else. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    const { bundle, settings, statements, deadLetters, logRetention, ...others } = props;
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    for (const statement of statements) role.addToPolicy(statement);
    this.function = new LambdaFunction(this, 'Function', {
      ...others,
      description: id,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: MEMORY_MB,
      code: Code.fromAsset(bundle),
      handler: 'index.handler',
      environment: environmentOf(settings),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.ACTIVE,
      ...(deadLetters && { deadLetterQueue: deadLetters }),
    });
    if (!deadLetters) acknowledge(this.function, 'Serverless-LambdaDLQ');
    acknowledgeWildcard(role, '*', 'AWS X-Ray knows no resources: its two actions for writing traces take `*` alone.');
  }

  /** Leads to the version in service; what is called through it can be changed step by step. */
  addAlias(): Alias {
    return new Alias(this, 'Live', { aliasName: LIVE, version: this.function.currentVersion });
  }
}

const environmentOf = (settings: Partial<Record<Setting, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [ENVIRONMENT[name as Setting], value]));
