import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { DELETION_ATTRIBUTES } from '../../../shared/storage/submissions/requestRecords.ts';
import { KEY_ATTRIBUTES, PARTITION_PREFIX } from '../../../shared/storage/table/partitions.ts';
import { acknowledge, acknowledgeWildcard } from '../../acknowledgements.ts';
import type { Settings } from '../../settings.ts';
import type { ServiceFunctions } from '../functions/serviceFunctions.ts';
import { PERIOD } from './serviceMetrics.ts';

interface ProbeParts {
  functions: ServiceFunctions;
  table: ITable;
  /** Points to the newest version of the function that receives forms. */
  receiver: Alias;
}

interface FormProbeProps extends ProbeParts {
  /** True if new versions are checked before they get requests. */
  checksVersions: boolean;
  /** The endpoint to which test forms are posted. */
  endpointId: string | undefined;
}

/** Checks new versions and, with the setting `probeEndpoint`, the API's public URL. */
export function addProbe(scope: Construct, settings: Settings, parts: ProbeParts): FormProbe | undefined {
  const { canary: checksVersions, probeEndpoint: endpointId } = settings;
  if (!checksVersions && !endpointId) return undefined;
  return new FormProbe(scope, 'Probe', { ...parts, checksVersions, endpointId });
}

/** Three attempts of 15 s at most, and the start. */
const TIMEOUT = Duration.seconds(60);

/** A function that posts test forms: to new versions during their deployment, and on a schedule to the API's URL. */
export class FormProbe extends Construct {
  readonly function: IFunction;
  /** True if it runs on a schedule. */
  readonly isScheduled: boolean;

  constructor(scope: Construct, id: string, props: FormProbeProps) {
    super(scope, id);
    const { functions, receiver, endpointId } = props;
    this.isScheduled = endpointId !== undefined;
    const added = functions.add('probeForms', {
      timeout: TIMEOUT,
      isManagement: true,
      settings: { tableName: props.table.tableName, newVersion: receiver.version.functionArn },
      access: { settings: ['probeEndpoint'] },
      statements: [...versionStatements(props), ...removalStatements(props)],
    });
    this.function = added.function;
    const versions = `${receiver.version.lambda.functionArn}:*`;
    acknowledgeWildcard(added, versions, 'The number of a version is only known once it is deployed.');
    acknowledgeWildcard(
      added,
      deploymentGroups(this),
      'The deployment group waits for the version, which waits for this check.',
    );
  }

  /** Adds the schedule separately from the function: the API waits for its versions, which wait for their check. */
  schedule(apiUrl: string): void {
    if (!this.isScheduled) return;
    const clock = new Rule(this, 'Clock', {
      description: 'Invokes probeForms, which posts a form.',
      schedule: Schedule.rate(PERIOD),
      targets: [
        new LambdaTarget(this.function, {
          event: RuleTargetInput.fromObject({ apiUrl }),
          retryAttempts: 0,
          maxEventAge: Duration.minutes(1),
        }),
      ],
    });
    acknowledge(clock, 'Serverless-EventBusDLQ');
  }
}

/** Allows invoking any version of the function that receives forms, and reporting the result to CodeDeploy. */
function versionStatements({ receiver, checksVersions }: FormProbeProps): PolicyStatement[] {
  if (!checksVersions) return [];
  const { lambda } = receiver.version;
  return [
    new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [`${lambda.functionArn}:*`] }),
    new PolicyStatement({
      actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
      resources: [deploymentGroups(lambda)],
    }),
  ];
}

/** Allows removing submissions of the probe's endpoint, and nothing else in the table. */
const removalStatements = ({ table, endpointId }: FormProbeProps): PolicyStatement[] =>
  endpointId === undefined
    ? []
    : [
        onPartition('dynamodb:DeleteItem', `${PARTITION_PREFIX.endpoint}${endpointId}`, table),
        // Records that it was deleted soon after it was sent.
        onPartition('dynamodb:PutItem', `${PARTITION_PREFIX.requests}${endpointId}`, table, [...DELETION_ATTRIBUTES]),
      ];

const onPartition = (
  action: string,
  partition: string,
  table: FormProbeProps['table'],
  attributes?: readonly string[],
): PolicyStatement =>
  new PolicyStatement({
    actions: [action],
    resources: [table.tableArn],
    conditions: {
      'ForAllValues:StringEquals': {
        'dynamodb:LeadingKeys': [partition],
        ...(attributes && { 'dynamodb:Attributes': [...KEY_ATTRIBUTES, ...attributes] }),
      },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });

const deploymentGroups = (scope: Construct): string =>
  Stack.of(scope).formatArn({
    service: 'codedeploy',
    resource: 'deploymentgroup',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
