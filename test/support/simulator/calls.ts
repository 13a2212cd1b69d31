import type { TransactionWrite } from '../../../shared/storage/table/table.ts';

/** A call of a function to an AWS service, with plain values instead of DynamoDB's typed ones. */
export interface ServiceCall {
  service: 'dynamodb' | 'ses' | 'sqs' | 's3' | 'webhook';
  action: string;
  input: Record<string, unknown>;
}

/** The writes of a call, a single one as a transaction of one; none for a read or a batch. */
export function writesOf({ action, input }: ServiceCall): TransactionWrite[] {
  if (action === 'TransactWriteItems') return input.TransactItems as TransactionWrite[];
  const [, kind] = /^(Put|Update|Delete)Item$/.exec(action) ?? [];
  return kind === undefined ? [] : [{ [kind]: input } as TransactionWrite];
}

export type ServiceOutput = Record<string, unknown>;

export type Perform = (call: ServiceCall) => Promise<ServiceOutput>;

/** Intercepts a call to a service: may change, repeat, split, hold or drop it. */
export type Intercept = (call: ServiceCall, perform: Perform) => Promise<ServiceOutput>;

export class ServiceFailure extends Error {
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(status: number, name: string, details: Record<string, unknown> = {}) {
    super(String(details.message ?? `${name} was injected`));
    this.name = name;
    this.status = status;
    this.details = details;
  }
}
