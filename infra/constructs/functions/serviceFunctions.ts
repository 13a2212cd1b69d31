import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { OBJECT_PREFIX, type ObjectKind } from '../../../shared/files/objectKeys.ts';
import type { Setting } from '../../../shared/runtime/environment.ts';
import { KEY_ATTRIBUTES, partitionPattern } from '../../../shared/storage/table/partitions.ts';
import type {
  DeploymentSetting,
  FunctionAccess,
  ObjectPermission,
  ProvidedName,
  TablePermission,
} from '../../access/access.ts';
import { acknowledgeWildcard } from '../../acknowledgements.ts';
import type { Settings } from '../../settings.ts';
import { objectStatements } from '../storage/submittedFiles.ts';
import { bundleFunctions } from './bundle.ts';
import { ServiceFunction, type ServiceFunctionProps } from './serviceFunction.ts';
import { ServiceLog } from './serviceLog.ts';

export interface ServiceFunctionsProps extends Required<Pick<ServiceFunctionProps, 'deadLetters'>> {
  settings: Settings;
  table: ITable;
  submittedFiles: IBucket;
}

/** Permissions and environment that a function needs to use a resource. */
export interface Grant extends Pick<ServiceFunctionProps, 'settings' | 'statements'> {
  /** Resources with a wildcard in the statements, each with its reason. */
  wildcards?: Readonly<Record<string, string>>;
}

/** The settings that differ between functions. */
interface OwnProps
  extends Omit<ServiceFunctionProps, 'bundle' | 'deadLetters' | 'logRetention' | 'sharedLog' | keyof Grant> {
  /** Default: its own folder. */
  bundle?: string;
  access?: FunctionAccess;
  /** Settings and permissions of this function only. */
  settings?: Grant['settings'];
  statements?: PolicyStatement[];
  /** True if it gets asynchronous events, and so needs a queue for those that fail. */
  isAsynchronous?: boolean;
  /** True if it shares the log group of the management operations. */
  isManagement?: boolean;
}

/** Creates the functions of a stack, each from its own bundle. */
export class ServiceFunctions {
  /** Every function by name: the operationId, if it has one. */
  readonly all = new Map<string, IFunction>();
  readonly bundleOf = bundleFunctions();
  readonly #scope: Construct;
  readonly #props: ServiceFunctionsProps;
  readonly #grants = new Map<ProvidedName, Grant>();
  readonly #managementLog: ServiceLog;

  constructor(scope: Construct, props: ServiceFunctionsProps) {
    this.#scope = scope;
    this.#props = props;
    this.#managementLog = new ServiceLog(scope, 'ManagementLog', props.settings.logRetentionDays);
  }

  /** Declares the environment and policy of functions that need this. */
  provide(name: ProvidedName, grant: Grant): void {
    this.#grants.set(name, grant);
  }

  add(name: string, props: OwnProps): ServiceFunction {
    const {
      access = {},
      settings = {},
      statements = [],
      isAsynchronous = false,
      isManagement = false,
      ...others
    } = props;
    const { tablePermissions, objectPermissions, needs = [], settings: deploymentSettings = [] } = access;
    const { deadLetters } = this.#props;
    const ofTable = tablePermissions ? [this.#tableGrant(tablePermissions)] : [];
    const ofFiles = objectPermissions ? [this.#filesGrant(objectPermissions)] : [];
    const grants: Grant[] = [
      ...ofTable,
      ...ofFiles,
      ...needs.map((need) => this.#grantOf(need)),
      { settings: { ...this.#deployed(deploymentSettings), ...settings }, statements },
    ];
    const added = new ServiceFunction(this.#scope, name, {
      bundle: this.bundleOf(name),
      ...others,
      settings: Object.fromEntries(grants.flatMap((grant) => Object.entries(grant.settings))),
      statements: grants.flatMap((grant) => grant.statements),
      ...(isAsynchronous && { deadLetters }),
      ...(isManagement && { sharedLog: this.#managementLog }),
      logRetention: this.#props.settings.logRetentionDays,
    });
    for (const { kind } of objectPermissions ?? []) this.#acknowledgeObjects(added, kind);
    for (const { wildcards = {} } of grants)
      for (const [resource, reason] of Object.entries(wildcards)) acknowledgeWildcard(added, resource, reason);
    this.all.set(name, added.function);
    return added;
  }

  /** Omits optional settings that the deployment does not set. */
  #deployed(names: readonly DeploymentSetting[]): Grant['settings'] {
    const { settings } = this.#props;
    return Object.fromEntries(
      names.flatMap((name) => (settings[name] === undefined ? [] : [[name, String(settings[name])]])),
    );
  }

  /** Access to the bucket of files, with only these permissions. */
  #filesGrant(permissions: readonly ObjectPermission[]): Grant {
    const { submittedFiles } = this.#props;
    const statements = permissions.flatMap((permission) => objectStatements(submittedFiles, permission));
    return { settings: { fileBucket: submittedFiles.bucketName }, statements };
  }

  #acknowledgeObjects(scope: ServiceFunction, kind: ObjectKind): void {
    const objects = this.#props.submittedFiles.arnForObjects(`${OBJECT_PREFIX[kind]}*`);
    acknowledgeWildcard(scope, objects, 'Keys of files contain ids that are generated at run time.');
  }

  #grantOf(name: ProvidedName): Grant {
    const grant = this.#grants.get(name);
    if (!grant) throw new Error(`nothing provides ${name}`);
    return grant;
  }

  /** Access to the table, with only these permissions. */
  #tableGrant(permissions: readonly TablePermission[]): Grant {
    const { tableName, tableArn } = this.#props.table;
    const statements = permissions.map(
      (permission) =>
        new PolicyStatement({
          actions: permission.actions.map((action) => `dynamodb:${action}`),
          resources: [tableArn],
          conditions: conditionsOf(permission),
        }),
    );
    return { settings: { tableName }, statements };
  }
}

/** Lets a function send to a queue, and passes it the queue's URL. */
export const sendingTo = (queue: IQueue, setting: Setting): Grant => ({
  settings: { [setting]: queue.queueUrl },
  statements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] })],
});

/** The actions that read named attributes, and those that can return an item. */
const SELECTING: readonly string[] = ['GetItem', 'BatchGetItem', 'Query'];
const RETURNING: readonly string[] = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'];

/** As in the Amazon DynamoDB Developer Guide, "Using IAM policy conditions for fine-grained access control". */
function conditionsOf({ actions, partitions, attributes, returnsItem }: TablePermission) {
  // Without these, a request that names no attributes would return all of them.
  const selection = {
    ...(actions.some((action) => SELECTING.includes(action)) && { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' }),
    ...(!returnsItem && actions.some((action) => RETURNING.includes(action)) && { 'dynamodb:ReturnValues': 'NONE' }),
  };
  return {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions.map(partitionPattern) },
    // `ForAllValues` also holds for a request without the key; this does not.
    Null: { 'dynamodb:LeadingKeys': 'false' },
    ...(attributes && {
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...KEY_ATTRIBUTES, ...attributes] },
      ...(Object.keys(selection).length > 0 && { StringEqualsIfExists: selection }),
    }),
  };
}
