import { DynamoDBClient, type PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, describe, expect, test } from '@jest/globals';
import { DEPLOYMENT_FUNCTIONS, OTHER_FUNCTIONS } from '../../../infra/constructs/functions/bundle.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { removeItems } from '../../../shared/removal/endpointRemoval.ts';
import { newKeySecret } from '../../../shared/storage/keySecret.ts';
import { startAwsServices } from '../../support/awsServices.ts';
import { ofSuite } from '../../support/ofSuite.ts';
import { newWorkspace, outputs, send, sharedTable } from '../../support/service.ts';
import { synthesizeStack } from '../../support/stack.ts';
import { planted, put, type TableClient, update, type Way } from './support/tableWays.ts';
import { plantedKey, TAKEOVERS, withoutKey } from './support/takeovers.ts';

const NAMES = [...OPERATIONS.map(({ id }) => id), ...OTHER_FUNCTIONS, ...DEPLOYMENT_FUNCTIONS];
const TIMEOUT_MS = 60_000;

const stack = await synthesizeStack();
const services = ofSuite(() => startAwsServices(stack));
const clients = new Map<string, DynamoDBClient>();

afterAll(async () => {
  await removeItems(sharedTable(), [...planted.values()]);
  for (const client of clients.values()) client.destroy();
  await services.stop();
});

/** Whether a function's own credentials allow it; anything but success and denial is a test error. */
async function isAllowed(name: string, way: Way): Promise<boolean> {
  try {
    await way(clientOf(name), outputs().tableName);
    return true;
  } catch (error) {
    if ((error as Error).name === 'AccessDeniedException') return false;
    throw error;
  }
}

/**
 * A function's client, kept open since creating one takes long. Most requests are denied before they reach the server
 * (awsServices.test.ts).
 */
function clientOf(name: string): TableClient {
  const client = clients.get(name) ?? new DynamoDBClient(services.as(name));
  clients.set(name, client);
  return {
    send: async (command) => {
      const action = command.constructor.name.replace(/Command$/, '');
      if (services.refuses(name, action, { ...command.input }))
        throw Object.assign(new Error(action), { name: 'AccessDeniedException' });
      return client.send(command as PutItemCommand);
    },
  };
}

async function ableTo(ways: Way[]): Promise<string[]> {
  const able = new Set<string>();
  for (const way of ways) {
    for (const name of NAMES) if (!able.has(name) && (await isAllowed(name, way))) able.add(name);
  }
  return [...able].sort();
}

describe('a compromised function', () => {
  test.each(NAMES.filter((name) => name !== 'createKey'))('%s makes no key that works', async (name) => {
    const [secret, { workspaceId }] = [newKeySecret(), await newWorkspace()];
    const key = plantedKey(secret, workspaceId);
    for (const way of [...put(key), ...update(key, withoutKey(key))]) {
      expect(await isAllowed(name, way)).toBe(false);
    }
    expect((await send('GET', '/v1/keys', { key: secret })).status).toBe(401);
  });

  test('createKey creates a working key, which the others are denied', async () => {
    const [secret, { workspaceId }] = [newKeySecret(), await newWorkspace()];
    const [way] = put(plantedKey(secret, workspaceId));
    expect(await isAllowed('createKey', way as Way)).toBe(true);
    expect((await send('GET', '/v1/keys', { key: secret })).status).toBe(200);
  });

  test.each(TAKEOVERS)(
    'may $what only where docs/threat-model.md says so',
    async ({ by, ways }) => expect(await ableTo(ways())).toEqual([...by].sort()),
    TIMEOUT_MS,
  );
});
