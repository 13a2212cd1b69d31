import { expect, test } from '@jest/globals';
import { accessOf, tablePermissionsOf } from '../../../infra/access/index.ts';
import { Client } from '../../../infra/operator/smoke/client.ts';
import { ExampleClient } from '../../../infra/operator/smoke/exampleClient.ts';
import { Inspector, nameOf } from '../../../infra/operator/smoke/inspect.ts';
import { runOperation } from '../../../infra/operator/smoke/operations.ts';
import { PHASES } from '../../../infra/operator/smoke/runSmoke.ts';
import { testConfirmation } from '../../../shared/contract/operations/confirmations.ts';
import { createEndpoint } from '../../../shared/contract/operations/endpoints.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { partitionPattern } from '../../../shared/storage/table/partitions.ts';
import { UNPACED } from '../../support/cloud/cloudProcess.ts';
import { setFaults } from '../../support/cloud/notifications.ts';
import { ownCloud } from '../../support/cloud/ownCloud.ts';
import { outputs, sharedTable } from '../../support/cloud/service.ts';
import { functionsOf, type Statement, statementsOf, synthesizeStack } from '../../support/cloud/stack.ts';
import { IS_LONG } from '../../support/jest/testSize.ts';

ownCloud(...UNPACED);

const RECORDING_USE = 'UpdateItem on key';

/** Rights that the check of an operation does not use, with the reason. */
const UNUSED: [operations: (operation: Operation) => boolean, permission: string, reason: string][] = [
  [({ id }) => id !== 'listKeys', RECORDING_USE, 'declared once for all operations'],
  [
    (operation) => accessOf(operation).readsBesideKey !== undefined,
    'GetItem on key',
    'declared once for all operations',
  ],
  [({ id }) => id === 'createSubmission', 'removalQueue', 'for a submission that could not be stored'],
  [({ id }) => id === 'createSubmission', 'GetItem on webhookDeliveries', 'for a post by a webhook of this service'],
  ...[
    'UpdateItem on pending',
    'GetItem on confirmationDeliveries',
    'BatchGetItem on endpoint',
    'BatchGetItem on mailbox',
  ].map((permission): [(operation: Operation) => boolean, string, string] => [
    ({ id }) => id === 'answerConfirmation',
    permission,
    'for a mail that is asked for again',
  ]),
  [
    ({ id }) => id === 'createSubmission',
    'ConditionCheckItem on endpoint, pending and requests',
    'for repetitions of a request that died',
  ],
  [({ id }) => id === 'createUpload', 'PutItem on challenge', 'the declaration that createSubmission uses'],
  [({ id }) => /^(create|update|delete)(Endpoint|Webhook)$/.test(id), 'GetItem on endpoint', 'for concurrent changes'],
  [
    ({ id }) => /^delete[A-Z]/.test(id),
    'PutItem on audit',
    'what it records is deleted by then, so it cannot be repeated',
  ],
  [({ id }) => id === 'createKey', 'BatchGetItem on workspace', 'for a key that is limited to endpoints'],
  [({ id }) => id === 'createMember', 'BatchGetItem on workspace', 'for a member who is limited to endpoints'],
  [({ id }) => id === 'createMember', 'signInQueue', 'members can sign in without an invitation'],
  [({ id }) => id === 'deleteMember', 'BatchGetItem on key', 'for the keys of a member'],
  [({ id }) => id === 'signIn', 'DeleteItem on key', 'for a member with too many sessions'],
  [({ id }) => id === 'requestSignInCode', 'PutItem on dailySecrets', 'once a day'],
  [({ id }) => id === 'deleteKey', 'Query on workspace', 'for a key whose creation time cannot be read'],
  [({ id }) => /Statistics$/.test(id), 'Query on endpoint', 'for endpoints whose statistics have not begun'],
  [({ id }) => id === 'retrieveStatistics', 'GetItem on index', 'for endpoints whose statistics have not begun'],
  [({ id }) => id === 'retrieveStatistics', 'Query on index', 'for endpoints that remove submissions by age'],
  [({ id }) => id === 'listSubmissions', 'GetItem on index', 'for pages beyond the newest'],
  [({ id }) => id === 'searchSubmissions', 'GetItem, Query on index', 'for pages beyond the newest'],
  [({ id }) => id === 'createSubmission', 'PutItem on dailySecrets', 'once a day'],
  [({ id }) => id === 'createSubmission', 'UpdateItem on rate', 'for a post that a key is sent along with'],
  [
    ({ id }) => id === 'createSubmission',
    'ConditionCheckItem on endpoint and pending',
    'where senders have to confirm',
  ],
  [({ id }) => id === 'createSubmission', 'UpdateItem on endpoint', 'for a captcha that two posts at once share'],
];

/** Only owners can call them, and the check has none. */
const FOR_OWNERS = ['createWorkspace', 'updateWorkspace'];

/** Other operations whose checks send a file or a captcha's solution. */
const USING_CREATE_SUBMISSION = ['createUpload', 'retrieveChallenge'];

/** The names in `infra/access` of what a statement allows; the CDK merges similar permissions. */
function namesOf(operation: Operation, { Action, Condition }: Statement): string[] {
  const allows = (service: string, actions: readonly string[]) =>
    actions.every((action) => Action.includes(`${service}:${action}`));
  const { objectPermissions = [], needs = [] } = accessOf(operation);
  const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [];
  if (Action.some((action) => action.startsWith('dynamodb:')))
    return tablePermissionsOf(operation)
      .filter(
        ({ actions, partitions }) =>
          allows('dynamodb', actions) && partitions.every((each) => keys.includes(partitionPattern(each))),
      )
      .map(nameOf);
  const ofObjects = objectPermissions.filter(({ actions }) => allows('s3', actions));
  if (ofObjects.length > 0) return ofObjects.map(({ actions, kind }) => `${actions.join(', ')} on ${kind}`);
  return Action.every((action) => /^(logs|xray):/.test(action)) ? [] : [...needs];
}

const newRun = () => new ExampleClient(new Client(outputs().apiUrl, outputs().apiKey), new Inspector(), sharedTable());

/** The lines of the report about an operation. */
const reportOf = (operation: Operation, examples: ExampleClient): Promise<string> =>
  runOperation(operation, examples).then(
    (note) => `✓ ${operation.id} ${note}`,
    ({ message }) => `✗ ${operation.id} ${message}`,
  );

const isUnused = (operation: Operation, name: string): boolean =>
  UNUSED.some(([isOf, permission]) => isOf(operation) && permission === name);

test('the check of each operation fails if its role lacks a permission, and names it', async () => {
  const stack = await synthesizeStack();
  const examples = newRun();
  const needed = OPERATIONS.filter(({ id }) => !FOR_OWNERS.includes(id))
    .flatMap((operation) => {
      const role = functionsOf(stack)
        .find(({ name }) => name === operation.id)
        ?.properties.Role.split('/')
        .at(-1);
      return statementsOf(stack.template, role).map((each, statement) => {
        const names = namesOf(operation, each).filter((name) => !isUnused(operation, name));
        return { service: 'iam' as const, function: operation.id, statement, names };
      });
    })
    .filter(({ names }) => names.length > 0)
    // In short runs, one in three.
    .filter((_each, place) => IS_LONG || place % 3 === 0);
  const named = new Set<unknown>();
  for (const operation of Object.values(PHASES).flat()) {
    const uses = [operation.id, ...(USING_CREATE_SUBMISSION.includes(operation.id) ? ['createSubmission'] : [])];
    const lacking = needed.filter((each) => uses.includes(each.function) && !named.has(each));
    // The use of a key is recorded once a minute.
    lacking.sort((a, b) => Number(b.names.includes(RECORDING_USE)) - Number(a.names.includes(RECORDING_USE)));
    for (const each of lacking) {
      const { names, ...fault } = each;
      await setFaults(outputs(), [fault]);
      const report = await reportOf(operation, examples);
      if (report.startsWith('✗') && report.includes(fault.function) && names.some((name) => report.includes(name)))
        named.add(each);
    }
    await setFaults(outputs(), []);
    // After a failure, the first one does not ask SES again for a minute.
    if (!['retrieveConfirmationStatus', ...FOR_OWNERS].includes(operation.id))
      expect(await reportOf(operation, examples)).toBe(`✓ ${operation.id} undefined`);
  }
  expect(needed.filter((each) => !named.has(each))).toEqual([]);
  for (const [isOf, permission] of UNUSED) expect([permission, OPERATIONS.some(isOf)]).toEqual([permission, true]);
}, 300_000);

test('reports skipped checks if SES rejects the sender', async () => {
  const examples = newRun();
  await reportOf(createEndpoint, examples);
  await setFaults(outputs(), [{ service: 'ses', kind: 'rejected' }]);
  expect(await reportOf(testConfirmation, examples)).toMatch(
    /^✓ testConfirmation no mail was sent, so sending is not checked: MessageRejected/,
  );
});
