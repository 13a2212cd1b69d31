import { randomUUID } from 'node:crypto';
import { indexHeadKey, keyKey } from '../../../shared/storage/itemKeys.ts';
import type { Item, TransactionWrite } from '../../../shared/storage/table.ts';
import type { Intercept, ServiceCall } from '../../support/simulator/calls.ts';
import { changed, dropped, failingAs, ignored } from '../../support/simulator/mutants.ts';
import { DELIVERY_MUTANTS } from './deliveryMutants.ts';
import type { FaultMutant } from './instance.ts';

const isTransaction = ({ action }: ServiceCall): boolean => action === 'TransactWriteItems';
const isToQueue = ({ service }: ServiceCall): boolean => service === 'sqs';
const isOfIndex = ({ action, input }: ServiceCall): boolean =>
  action !== 'GetItem' && String((input.Key as Item | undefined)?.PK).startsWith(indexHeadKey('').PK);

/** Makes the first write of a transaction separately, before the others. */
const inTwoSteps: Intercept = async (call, perform) => {
  if (!isTransaction(call)) return perform(call);
  const writes = call.input.TransactItems as TransactionWrite[];
  const part = (TransactItems: TransactionWrite[]) =>
    perform({ ...call, input: { ...call.input, TransactItems, ClientRequestToken: randomUUID() } });
  await part(writes.slice(0, 1));
  return part(writes.slice(1));
};

/** Reads a key only when recording its use, and fails if that fails. */
const readBehindNote = (): Intercept => {
  let note: Promise<unknown> = Promise.resolve();
  return async (call, perform) => {
    const answered = perform(call);
    if (call.input.UpdateExpression?.toString().includes('lastAccess')) note = answered;
    const output = await answered;
    if (call.action === 'GetItem' && String((call.input.Key as Item).PK).startsWith(keyKey('').PK)) await note;
    return output;
  };
};

export const MUTANTS: Record<string, FaultMutant> = {
  'a transaction whose attempts have a token each': {
    harm: /with a fault the response was 500/,
    function: 'createEndpoint',
    intercept: () => changed(isTransaction, (input) => ({ ...input, ClientRequestToken: randomUUID() })),
  },
  'a stored submission taken for a stranger': {
    harm: /with a fault the response was 500/,
    function: 'createSubmission',
    intercept: () =>
      failingAs((error) =>
        error.name === 'ConditionalCheckFailedException' ? new Error('there is such a submission') : error,
      ),
  },
  'a key deleted in two steps': { harm: /keys are counted of/, function: 'deleteKey', intercept: () => inTwoSteps },
  'a slug changed in two steps': {
    harm: /nothing accounts for .* SLUG#/,
    function: 'updateEndpoint',
    intercept: () => inTwoSteps,
  },
  'a broken connection that is no reason to try again': {
    harm: /with a fault the response was 500/,
    function: 'retrieveEndpoint',
    intercept: () => failingAs((error) => (error.code === 'ECONNRESET' ? new Error('no connection') : error)),
  },
  'a note of use that fails the request': {
    harm: /the response was 50[04] instead of 200/,
    function: 'listKeys',
    intercept: readBehindNote,
  },
  'a write of the index whose failure is ignored': {
    harm: /is provisional|the total is wrong/,
    function: 'indexSubmissions',
    intercept: () => ignored(isOfIndex),
  },
  'a removal that does not continue': {
    harm: /nothing accounts for .* SUB#/,
    function: 'purgeEndpoint',
    intercept: () => dropped(isToQueue),
  },
  'a failed event that is forgotten': {
    harm: /1 of 2 events were recorded/,
    function: 'recordMailEvent',
    intercept: () => ignored(isTransaction),
  },
  ...DELIVERY_MUTANTS,
};
