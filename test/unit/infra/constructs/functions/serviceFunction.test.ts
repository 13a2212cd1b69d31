import { describe, expect, test } from '@jest/globals';
import type { FunctionAccess, ProvidedName, QueueName, TablePermission } from '../../../../../infra/access/access.ts';
import { BACKGROUND_ACCESS } from '../../../../../infra/access/background.ts';
import { accessOf, tablePermissionsOf } from '../../../../../infra/access/index.ts';
import { DEPLOYMENT_FUNCTIONS, OTHER_FUNCTIONS } from '../../../../../infra/constructs/functions/bundle.ts';
import { OPERATIONS } from '../../../../../shared/contract/operations/index.ts';
import { ENVIRONMENT, type Setting } from '../../../../../shared/runtime/environment.ts';
import { partitionPattern } from '../../../../../shared/storage/table/partitions.ts';
import {
  functionsOf,
  SETTINGS,
  type StackFunction,
  type Statement,
  single,
  statementsOf,
  synthesizeStack,
  tableArn,
} from '../../../../support/cloud/stack.ts';

const stack = await synthesizeStack();

const NAMES = [...OPERATIONS.map(({ id }) => id), ...OTHER_FUNCTIONS, ...DEPLOYMENT_FUNCTIONS];

function functionNamed(name: string): StackFunction {
  const found = functionsOf(stack).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no function ${name}`);
  return found;
}

test('each operation has a function; others are listed by name', () => {
  expect(
    functionsOf(stack)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...NAMES].sort());
});

test.each(NAMES)('%s runs on Node.js 24 on arm64, with a role of its own', (name) => {
  const { properties } = functionNamed(name);
  expect(properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
  expect(functionsOf(stack).filter(({ properties: { Role } }) => Role === properties.Role)).toHaveLength(1);
});

test.each([...OPERATIONS.map(({ id }) => id), 'mcp'])('%s ends before the gateway does, at 29 s', (id) => {
  expect(functionNamed(id).properties.Timeout).toBeLessThan(29);
});

/** All others are invoked in the background, and would be recorded at least once a second. */
const BEHIND_THE_GATEWAY = [...OPERATIONS.map(({ id }) => id), 'fallback', 'mcp'];

test.each(NAMES)(
  '%s is traced if requests reach it, logs no platform line of a success, and keeps its log for a month',
  (name) => {
    const { properties, logicalId } = functionNamed(name);
    const { LoggingConfig, TracingConfig } = properties as unknown as Record<string, Record<string, string>>;
    expect(TracingConfig).toEqual({ Mode: BEHIND_THE_GATEWAY.includes(name) ? 'Active' : 'PassThrough' });
    expect(LoggingConfig).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'WARN' });
    const log = stack.template.ofType('AWS::Logs::LogGroup').find((each) => each.logicalId === LoggingConfig?.LogGroup);
    expect({ logicalId, days: log?.properties.RetentionInDays }).toEqual({ logicalId, days: 30 });
  },
);

test('management operations and tools share a log group with the probe, and every other function has its own', () => {
  const logOf = (name: string) =>
    (functionNamed(name).properties as unknown as { LoggingConfig: { LogGroup: string } }).LoggingConfig.LogGroup;
  const management = OPERATIONS.filter(({ permission }) => permission !== 'public').map(({ id }) => id as string);
  management.push('probeForms', 'mcp');
  expect(new Set(management.map(logOf)).size).toBe(1);
  const others = NAMES.filter((name) => !management.includes(name));
  expect(new Set([...others, 'createKey'].map(logOf)).size).toBe(others.length + 1);
});

/** Invoked by the event bus and CloudFormation; all other callers wait for the response. */
const ASYNCHRONOUS = ['sendWebhook', 'purgeEndpoint', 'recordMailEvent', 'recordScan', 'deploySite'];

describe('the queue for failed events', () => {
  const isForDeadLetters = ({ Action, Resource }: Statement) =>
    Action.includes('sqs:SendMessage') && Resource.some((resource) => /:DeadLetters\w*$/.test(resource));
  const namesWhere = (fits: (found: StackFunction, role: string) => boolean): string[] =>
    functionsOf(stack)
      .filter((found) => fits(found, found.properties.Role.split('/').at(-1) ?? ''))
      .map(({ name }) => name)
      .sort();

  test('only receives from functions that are invoked asynchronously', () => {
    expect(namesWhere(({ properties }) => 'DeadLetterConfig' in properties)).toEqual([...ASYNCHRONOUS].sort());
  });

  test('accepts messages of these functions only', () => {
    const senders = namesWhere((_, role) => statementsOf(stack.template, role).some(isForDeadLetters));
    expect(senders).toEqual([...ASYNCHRONOUS].sort());
  });
});

test('the function for forms reserves no concurrency by default, because a new account has none to spare', () => {
  for (const { properties } of functionsOf(stack)) {
    expect(properties).not.toHaveProperty('ReservedConcurrentExecutions');
  }
});

/** A function's permissions in DynamoDB, except for reading its stream. */
const tableStatementsOf = (name: string): Statement[] =>
  functionNamed(name).statements.filter(
    ({ Action, Resource }) =>
      Action.some((action) => action.startsWith('dynamodb:')) &&
      !Resource.every((resource) => resource === `${tableArn(stack)}/stream`),
  );

const linesOf = (statements: Statement[]): string[] =>
  statements
    .flatMap(({ Action, Condition }) => {
      const partitions = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
      const attributes = Condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'];
      const isPartial = Condition?.StringEqualsIfExists?.['dynamodb:ReturnValues'] !== undefined;
      return Action.map((action) => lineOf(action, [partitions ?? []].flat(), attributes, isPartial));
    })
    .sort();

const declaredLines = ({ actions, partitions, attributes, returnsItem }: TablePermission): string[] => {
  const named = attributes && ['PK', 'SK', ...attributes];
  const isPartial =
    named !== undefined && !returnsItem && actions.some((action) => /Item$/.test(action) && !/Get|Batch/.test(action));
  return actions.map((action) => lineOf(`dynamodb:${action}`, partitions.map(partitionPattern), named, isPartial));
};

const lineOf = (action: string, partitions: string[], attributes: string[] | string | undefined, isPartial: boolean) =>
  `${action} ${partitions.join()} ${attributes ?? 'any'}${isPartial ? ' (partial)' : ''}`;

/** Permissions that come with a right other than a queue's. */
const SETTINGS_OF: Record<Exclude<ProvidedName, QueueName>, readonly Setting[]> = {
  notificationMail: [],
  confirmationMail: ['confirmationSet'],
  mailAccount: [],
};
const settingsOf = (need: ProvidedName): readonly Setting[] =>
  need in SETTINGS_OF ? SETTINGS_OF[need as keyof typeof SETTINGS_OF] : [`${need as QueueName}Url`];

const OWN_SETTINGS: Record<string, readonly Setting[]> = {
  testConfirmation: ['confirmationAddress'],
  createSubmission: ['scanFiles'],
  createUpload: ['uploadsPerSecond'],
  retrieveChallenge: ['requestsPerSecond'],
  retrieveRules: ['requestsPerSecond'],
};

test.each(OPERATIONS)('$id has exactly the settings that it declares in its environment', (operation) => {
  const settings: Setting[] = [
    'tableName',
    'siteUrl',
    ...(accessOf(operation).needs ?? []).flatMap(settingsOf),
    ...(accessOf(operation).objectPermissions ? (['fileBucket'] as const) : []),
    ...(OWN_SETTINGS[operation.id] ?? []),
  ];
  const { Variables } = functionNamed(operation.id).properties.Environment;
  expect(Object.keys(Variables).sort()).toEqual(settings.map((name) => ENVIRONMENT[name]).sort());
});

/** Rights of all functions except the deployment's. */
const DECLARED: [name: string, FunctionAccess][] = [
  ...OPERATIONS.map((operation): [string, FunctionAccess] => [
    operation.id,
    { ...accessOf(operation), tablePermissions: tablePermissionsOf(operation) },
  ]),
  ...Object.entries(BACKGROUND_ACCESS),
];

describe('permissions', () => {
  test.each(DECLARED)('%s has exactly the table permissions that it declares, and no others', (name, access) => {
    const { tablePermissions = [] } = access;
    expect(linesOf(tableStatementsOf(name))).toEqual([...new Set(tablePermissions.flatMap(declaredLines))].sort());
  });

  test.each(NAMES)('every permission of %s is on the table only, and limited by leading keys', (name) => {
    for (const { Action, Resource, Condition } of tableStatementsOf(name)) {
      expect(Action.every((action) => action.startsWith('dynamodb:'))).toBe(true);
      expect(Resource).toEqual([tableArn(stack)]);
      const patterns = [Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat();
      expect(patterns).not.toEqual([]);
      for (const pattern of patterns) expect(pattern).toMatch(/^(?:[A-Z]+#(?:[a-z]+#)?\*|[A-Z-]+)$/);
      expect(Condition?.Null).toEqual({ 'dynamodb:LeadingKeys': 'false' });
    }
  });

  test.each(NAMES)('a write of %s with limited attributes may not return the whole item', (name) => {
    for (const { Action, Condition } of tableStatementsOf(name)) {
      const attributes = Condition?.['ForAllValues:StringEquals']?.['dynamodb:Attributes'];
      const select = Condition?.StringEqualsIfExists?.['dynamodb:Select'];
      const reads = Action.some((action) => /:(?:GetItem|BatchGetItem|Query)$/.test(action));
      expect([name, select]).toEqual([name, reads && attributes ? 'SPECIFIC_ATTRIBUTES' : undefined]);
    }
  });

  test.each(['fallback', 'mcp'])('%s may do nothing', (name) => {
    expect(functionNamed(name).statements).toEqual([]);
  });

  test('only these functions may send mail, from the configured addresses, or read the account’s quota', () => {
    const ofSes = functionsOf(stack).flatMap(({ name, statements }) =>
      statements
        .filter(({ Action }) => Action.some((action) => action.startsWith('ses:')))
        .map(({ Action, Condition }) => [name, ...Action.filter((action) => action.startsWith('ses:')), Condition]),
    );
    const fromUs = { StringEquals: { 'ses:FromAddress': [SETTINGS.senderAddress] } };
    expect(ofSes.sort()).toEqual([
      ['notifySubmission', 'ses:GetAccount', undefined],
      ['notifySubmission', 'ses:SendEmail', fromUs],
      ['retrieveConfirmationStatus', 'ses:GetAccount', undefined],
      ['sendSignInMail', 'ses:SendEmail', fromUs],
      ['testConfirmation', 'ses:SendEmail', fromUs],
    ]);
  });

  test.each(DECLARED)('%s has exactly the permissions on files that it declares, and no others', (name, access) => {
    const bucket = single(
      stack.template.ofType('AWS::S3::Bucket').filter(({ logicalId }) => logicalId.startsWith('FileBucket')),
    );
    const declared = (access.objectPermissions ?? []).flatMap(({ actions, kind }) =>
      actions.map(
        (action) => `s3:${action} arn:aws:s3:::${bucket.logicalId}${action === 'ListBucket' ? '' : `/${kind}/*`}`,
      ),
    );
    const found = functionNamed(name).statements.flatMap(({ Action, Resource }) =>
      Action.filter((action) => action.startsWith('s3:')).flatMap((action) =>
        Resource.filter((resource) => resource.includes(bucket.logicalId)).map((resource) => `${action} ${resource}`),
      ),
    );
    expect(found.sort()).toEqual(declared.sort());
  });

  test('only these functions send messages to a queue', () => {
    const senders = functionsOf(stack).filter(({ statements }) =>
      statements.some(({ Action }) => Action.includes('sqs:SendMessage')),
    );
    expect(senders.map(({ name }) => name).sort()).toEqual([
      ...'createMember createSubmission indexSubmissions notifySubmission purgeEndpoint'.split(' '),
      ...'replayWebhookDeliveries requestSignInCode sendWebhook'.split(' '),
    ]);
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
