import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { bundleFunctions } from '../bundle.ts';
import { ServiceFunction, type ServiceFunctionProps } from './serviceFunction.ts';

export interface ServiceFunctionsProps extends Pick<ServiceFunctionProps, 'deadLetters' | 'logRetention'> {
  table: ITable;
}

/** What differs from function to function; each has a bundle of its own, unless told otherwise. */
type OwnProps = Omit<ServiceFunctionProps, 'bundle' | 'deadLetters' | 'logRetention'> &
  Partial<Pick<ServiceFunctionProps, 'bundle'>>;

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

  add(name: string, props: OwnProps): ServiceFunction {
    const { deadLetters, logRetention } = this.#props;
    const bundle = this.bundleOf(name);
    const added = new ServiceFunction(this.#scope, name, { bundle, ...props, deadLetters, logRetention });
    this.all.set(name, added.function);
    return added;
  }

  /** Grants these actions on the table. */
  tableStatement(actions: readonly string[]): PolicyStatement {
    return new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      resources: [this.#props.table.tableArn],
    });
  }
}
