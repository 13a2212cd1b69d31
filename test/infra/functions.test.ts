import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { OTHER_FUNCTIONS } from '../../infra/bundle.ts';
import { OPERATIONS, tableActionsOf } from '../../shared/operations/index.ts';
import { removeFolder } from '../support/cloudProcess.ts';
import {
  functionsOf,
  SETTINGS,
  type StackFunction,
  type SynthesizedStack,
  statementsOf,
  synthesizeStack,
  tableArn,
} from '../support/stack.ts';

let stack: SynthesizedStack;

beforeAll(() => {
  stack = synthesizeStack();
});
afterAll(() => removeFolder(stack.folder));

const NAMES = [...OPERATIONS.map(({ id }) => id), ...OTHER_FUNCTIONS];

function functionNamed(name: string): StackFunction {
  const found = functionsOf(stack).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no function ${name}`);
  return found;
}

test('there is one function per operation, and the others that are named', () => {
  expect(
    functionsOf(stack)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...NAMES].sort());
});

test.each(NAMES)('%s runs on Node.js 24 on arm64, with a role and a log of its own', (name) => {
  const { properties } = functionNamed(name);
  expect(properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
  expect(functionsOf(stack).filter(({ properties: { Role } }) => Role === properties.Role)).toHaveLength(1);
});

test.each(OPERATIONS.map(({ id }) => id))('%s ends before the gateway does, at 29 s', (id) => {
  expect(functionNamed(id).properties.Timeout).toBeLessThan(29);
});

describe('permissions', () => {
  test.each(OPERATIONS)('$id has exactly the table actions that it declares, on the table alone', (operation) => {
    const [statement, ...others] = functionNamed(operation.id).statements;
    expect(others).toEqual([]);
    expect(statement).toEqual({
      Effect: 'Allow',
      Action: expect.anything(),
      Resource: [tableArn(stack)],
    });
    expect([...(statement?.Action ?? [])].sort()).toEqual(
      tableActionsOf(operation).map((action) => `dynamodb:${action}`),
    );
  });

  test('the fallback may do nothing', () => {
    expect(functionNamed('fallback').statements).toEqual([]);
  });

  test('no policy has an action with a wildcard', () => {
    const actions = statementsOf(stack.template).flatMap(({ Action }) => Action);
    expect(actions.length).toBeGreaterThan(NAMES.length);
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  });

  test('no policy is for every resource, but for listing streams, which AWS cannot narrow', () => {
    const wide = statementsOf(stack.template).filter(({ Resource }) => Resource.includes('*'));
    expect(wide.flatMap(({ Action }) => Action).filter((action) => action !== 'dynamodb:ListStreams')).toEqual([]);
  });

  test('no role has a managed policy besides', () => {
    for (const { properties } of stack.template.ofType('AWS::IAM::Role')) {
      expect(properties.ManagedPolicyArns ?? []).toEqual([]);
      expect(properties.Policies ?? []).toEqual([]);
    }
  });

  test('notifySubmission may send mail from the configured address and no other', () => {
    const mail = functionNamed('notifySubmission').statements.filter(({ Action }) =>
      Action.some((action) => action.startsWith('ses:')),
    );
    expect(mail).toEqual([
      {
        Effect: 'Allow',
        Action: ['ses:SendEmail'],
        Resource: [
          'arn:aws:ses:us-east-1:000000000000:identity/*',
          expect.stringMatching(/^arn:aws:ses:us-east-1:000000000000:configuration-set\/\w+$/),
        ],
        Condition: { StringEquals: { 'ses:FromAddress': SETTINGS.senderAddress } },
      },
    ]);
  });

  test('nothing but notifySubmission sends mail', () => {
    const senders = functionsOf(stack).filter(({ statements }) =>
      statements.some(({ Action }) => Action.some((action) => action.startsWith('ses:'))),
    );
    expect(senders.map(({ name }) => name)).toEqual(['notifySubmission']);
  });

  test('nothing but indexSubmissions and purgeEndpoint puts messages on the queue', () => {
    const senders = functionsOf(stack).filter(({ statements }) =>
      statements.some(({ Action }) => Action.includes('sqs:SendMessage')),
    );
    expect(senders.map(({ name }) => name).sort()).toEqual(['indexSubmissions', 'purgeEndpoint']);
  });

  test.each(['notifySubmission', 'indexSubmissions'])(
    '%s may put failed records aside, not read or delete them',
    (name) => {
      const actions = functionNamed(name)
        .statements.flatMap(({ Action }) => Action)
        .filter((action) => action.startsWith('s3:'));
      expect(actions.sort()).toEqual(['s3:ListBucket', 's3:PutObject']);
    },
  );
});
