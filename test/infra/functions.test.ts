import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DEPLOYMENT_FUNCTIONS, OTHER_FUNCTIONS } from '../../infra/bundle.ts';
import { OPERATIONS, tableActionsOf } from '../../shared/operations/index.ts';
import { removeFolder } from '../support/cloudProcess.ts';
import {
  functionsOf,
  SETTINGS,
  type StackFunction,
  type SynthesizedStack,
  synthesizeStack,
  tableArn,
} from '../support/stack.ts';

let stack: SynthesizedStack;

beforeAll(() => {
  stack = synthesizeStack();
});
afterAll(() => removeFolder(stack.folder));

const NAMES = [...OPERATIONS.map(({ id }) => id), ...OTHER_FUNCTIONS, ...DEPLOYMENT_FUNCTIONS];

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

test.each(NAMES)('%s is traced, keeps its log for a month, and its failed events in the queue for them', (name) => {
  const { properties, logicalId } = functionNamed(name);
  const { LoggingConfig, TracingConfig, DeadLetterConfig } = properties as unknown as Record<
    string,
    Record<string, string>
  >;
  expect(TracingConfig).toEqual({ Mode: 'Active' });
  expect(DeadLetterConfig?.TargetArn).toMatch(/:DeadLetters\w+$/);
  const log = stack.template.ofType('AWS::Logs::LogGroup').find((each) => each.logicalId === LoggingConfig?.LogGroup);
  expect({ logicalId, days: log?.properties.RetentionInDays }).toEqual({ logicalId, days: 30 });
});

test('the function behind a form has no concurrency of its own: a new account has none to set aside', () => {
  for (const { properties } of functionsOf(stack)) {
    expect(properties).not.toHaveProperty('ReservedConcurrentExecutions');
  }
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

  test('notifySubmission may send mail from the configured address and no other', () => {
    const mail = functionNamed('notifySubmission').statements.filter(({ Action }) =>
      Action.some((action) => action.startsWith('ses:')),
    );
    expect(mail).toEqual([
      {
        Effect: 'Allow',
        Action: ['ses:SendEmail'],
        Resource: [
          expect.stringMatching(/^arn:aws:ses:us-east-1:000000000000:configuration-set\/\w+$/),
          'arn:aws:ses:us-east-1:000000000000:identity/*',
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

  test('nothing but indexSubmissions, purgeEndpoint and notifySubmission puts messages on a queue', () => {
    const senders = functionsOf(stack).filter(({ statements }) =>
      statements.some(({ Action }) => Action.includes('sqs:SendMessage')),
    );
    expect(senders.map(({ name }) => name).sort()).toEqual(['indexSubmissions', 'notifySubmission', 'purgeEndpoint']);
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
