import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { TablePermission } from '../../../shared/contract/operations/index.ts';
import { KEY_ATTRIBUTES, partitionPattern } from '../../../shared/storage/itemKeys.ts';
import { bundleFunctions } from './bundle.ts';
import { ServiceFunction, type ServiceFunctionProps } from './serviceFunction.ts';

export interface ServiceFunctionsProps extends Required<Pick<ServiceFunctionProps, 'deadLetters' | 'logRetention'>> {
  table: ITable;
}

/** What differs from function to function. */
interface OwnProps extends Omit<ServiceFunctionProps, 'bundle' | 'deadLetters' | 'logRetention'> {
  /** A folder of its own, unless told otherwise. */
  bundle?: string;
  /** Whether it gets events that nobody waits for: only then it needs a queue for those that it could not handle. */
  isAsynchronous?: boolean;
}

/** Makes the functions of a stack, each from its own bundle, and knows them all. */
export class ServiceFunctions {
  /** Every function by its name, which is the operationId where there is one. */
  readonly all = new Map<string, IFunction>();
  /** Folder with a function's bundle. */
  readonly bundleOf = bundleFunctions();
  readonly #scope: Construct;
  readonly #props: ServiceFunctionsProps;

  constructor(scope: Construct, props: ServiceFunctionsProps) {
    this.#scope = scope;
    this.#props = props;
  }

  add(name: string, { isAsynchronous = false, ...props }: OwnProps): ServiceFunction {
    const { deadLetters, logRetention } = this.#props;
    const added = new ServiceFunction(this.#scope, name, {
      bundle: this.bundleOf(name),
      ...props,
      ...(isAsynchronous && { deadLetters }),
      logRetention,
    });
    this.all.set(name, added.function);
    return added;
  }

  /** Grants these permissions on the table, and no others. */
  tableStatements(permissions: readonly TablePermission[]): PolicyStatement[] {
    return permissions.map(
      (permission) =>
        new PolicyStatement({
          actions: permission.actions.map((action) => `dynamodb:${action}`),
          resources: [this.#props.table.tableArn],
          conditions: conditionsOf(permission),
        }),
    );
  }
}

/** What a write may answer that may not answer the whole item. */
const PARTIAL_RETURN_VALUES = ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'];

/** As in the Amazon DynamoDB Developer Guide, "Using IAM policy conditions for fine-grained access control". */
const conditionsOf = ({ partitions, attributes, returnsItem }: TablePermission) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions.map(partitionPattern) },
  // `ForAllValues` is true of a request without the key as well: this is not.
  Null: { 'dynamodb:LeadingKeys': 'false' },
  ...(attributes && {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...KEY_ATTRIBUTES, ...attributes] },
    // A request that names no attributes would otherwise be answered with all of them.
    StringEqualsIfExists: {
      'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
      ...(!returnsItem && { 'dynamodb:ReturnValues': PARTIAL_RETURN_VALUES }),
    },
  }),
});
