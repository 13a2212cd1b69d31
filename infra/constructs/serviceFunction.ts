import { type Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { ENVIRONMENT, type Setting } from '../../shared/environment.ts';

export interface ServiceFunctionProps {
  /** Folder with the function's bundle. */
  bundle: string;
  settings: Partial<Record<Setting, string>>;
  timeout: Duration;
  /** What it may do, besides writing its own log. */
  statements: PolicyStatement[];
}

/** 1 vCPU is given at 1,769 MB (AWS Lambda, "Configure Lambda function memory"); start-up is CPU-bound. */
const MEMORY_MB = 1_024;

/** A Lambda function with a role of its own that grants what is stated here and nothing else. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, { bundle, settings, timeout, statements }: ServiceFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    for (const statement of statements) role.addToPolicy(statement);
    this.function = new LambdaFunction(this, 'Function', {
      description: id,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: MEMORY_MB,
      timeout,
      code: Code.fromAsset(bundle),
      handler: 'index.handler',
      environment: environmentOf(settings),
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
    });
  }
}

const environmentOf = (settings: Partial<Record<Setting, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [ENVIRONMENT[name as Setting], value]));
