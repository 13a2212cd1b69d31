import { describe, expect, jest, test } from '@jest/globals';
import { EndpointCreate, EndpointUpdate } from '../../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { changeDefaults } from '../../../../../shared/storage/endpoints/endpointDefaults.ts';
import { Endpoints } from '../../../../../shared/storage/endpoints/endpoints.ts';
import { endpointKey, keepingEndpointKey, slugKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { ConditionFailed } from '../../../../../shared/storage/table/table.ts';
import { Workspaces } from '../../../../../shared/storage/workspaces/workspaces.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

test.each([
  ['succeeds with the fifth attempt', 4, { status: 'fulfilled' }],
  ['gives up after five attempts', 5, { status: 'rejected', reason: expect.objectContaining({ code: 'CONFLICT' }) }],
])('deleting an endpoint that others keep changing %s', async (_what, races, expected) => {
  const table = new MemoryTable(new MemoryItems());
  const { workspaceId } = await new Workspaces(table).create('Workspace');
  const endpoints = new Endpoints(table);
  const endpoint = await endpoints.create(workspaceId, EndpointCreate.parse({ slug: 'slug-a', targetEmails: [] }));
  const transact = jest.spyOn(table, 'transact');
  for (let race = 0; race < races; race++) transact.mockRejectedValueOnce(new ConditionFailed(1, undefined));
  const [outcome] = await Promise.allSettled([endpoints.delete(endpoint)]);
  expect(outcome).toMatchObject(expected);
  expect(transact).toHaveBeenCalledTimes(5);
});

test.each([
  ['without a slug', undefined],
  ['with an unknown slug', { is: 'newer' }],
])('an endpoint %s that names no workspace can be deleted by its owner only, once', async (_what, slug) => {
  const items = new MemoryItems();
  const table = new MemoryTable(items);
  const [owner, stranger] = [await new Workspaces(table).create('Owner'), await new Workspaces(table).create('Other')];
  const endpoints = new Endpoints(table);
  const { id } = await endpoints.create(owner.workspaceId, EndpointCreate.parse({ slug: 'slug-a', targetEmails: [] }));
  await table.put({ ...endpointKey(id), id, ...(slug && { slug }) }, {});
  const deleteFor = ({ workspaceId }: { workspaceId: string }) => endpoints.delete({ id, workspaceId, slug });
  await expect(deleteFor(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await deleteFor(owner);
  expect(await table.get(endpointKey(id))).toBeUndefined();
  await expect(deleteFor(owner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test("a captcha's secret is not kept for another captcha set after the endpoint was read", async () => {
  const table = new MemoryTable(new MemoryItems());
  const { workspaceId } = await new Workspaces(table).create('Workspace');
  const endpoints = new Endpoints(table);
  const turnstile = { provider: 'turnstile', siteKey: 'site' } as const;
  const captcha = { ...turnstile, secret: 'of turnstile' };
  const fields = EndpointCreate.parse({ slug: 'slug-a', targetEmails: [], captcha });
  const read = await endpoints.create(workspaceId, fields);
  await endpoints.update(read, { captcha: { provider: 'hcaptcha', siteKey: 'site', secret: 'of hcaptcha' } });
  await expect(endpoints.update(read, { captcha: turnstile })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test("a new endpoint has its workspace's defaults unless it has its own settings, and later changes leave it as it is", async () => {
  const table = new MemoryTable(new MemoryItems());
  const workspaces = new Workspaces(table);
  const { workspaceId } = await workspaces.create('Workspace');
  const endpoints = new Endpoints(table, () => Date.now());
  const create = (slug: string, more = {}) =>
    endpoints.create(workspaceId, EndpointCreate.parse({ slug, targetEmails: [], ...more }));
  const listed = async () =>
    (await endpoints.list({ workspaceId, narrowing: undefined }, { page: 1, limit: 100 })).endpointDefaults;
  expect(await listed()).toBeUndefined();
  expect(await changeDefaults(table, workspaceId, { keepDays: 90 })).toEqual({ keepDays: 90 });
  expect(await changeDefaults(table, workspaceId, { keepSpamDays: 7 })).toEqual({ keepDays: 90, keepSpamDays: 7 });
  expect(await listed()).toEqual({ keepDays: 90, keepSpamDays: 7 });
  const { id } = await create('slug-a');
  expect(await endpoints.find(id)).toMatchObject({ keepDays: 90, keepSpamDays: 7 });
  expect(await table.get(keepingEndpointKey(id))).toBeDefined();
  const limited = await endpoints.list({ workspaceId, narrowing: { endpointIds: [id] } }, { page: 1, limit: 100 });
  expect(limited.endpointDefaults).toBeUndefined();
  await changeDefaults(table, workspaceId, { keep: 'untilDelivered' });
  expect(await create('slug-d')).toMatchObject({ keep: 'untilDelivered' });
  const own = await create('slug-b', { keepDays: 1, keepSpamDays: null });
  expect([own.keepDays, own.keepSpamDays]).toEqual([1, undefined]);
  await changeDefaults(table, workspaceId, { keepDays: null, keepSpamDays: null, keep: null });
  expect([await listed(), (await create('slug-c')).keepDays]).toEqual([undefined, undefined]);
  const { items } = await endpoints.list({ workspaceId, narrowing: undefined }, { page: 1, limit: 1 });
  expect(items[0]).toMatchObject({ keepDays: 90, keepSpamDays: 7 });
  expect(await changeDefaults(table, 'ws_none', { keepDays: 1 })).toBeUndefined();
});

const CONFIRMATION = { subject: 'Thanks', text: 'We got it', emailField: 'email' };
const REPLIES = { confirmation: { ...CONFIRMATION, replyTo: 'a@example.com' } };

test.each([
  ['addresses', 'lose it', { targetEmails: ['b@example.com'] }, REPLIES],
  ['confirmation', 'names it', REPLIES, { targetEmails: ['b@example.com'] }],
])('replies only go to addresses of the endpoint, even if its %s %s meanwhile', async (_a, _b, first, then) => {
  const table = new MemoryTable(new MemoryItems());
  const { workspaceId } = await new Workspaces(table).create('Workspace');
  const endpoints = new Endpoints(table);
  const targetEmails = ['a@example.com', 'b@example.com'];
  const fields = { slug: 'slug-a', targetEmails, confirmation: CONFIRMATION };
  const read = await endpoints.create(workspaceId, EndpointCreate.parse(fields));
  await endpoints.update(read, EndpointUpdate.parse(first));
  await expect(endpoints.update(read, EndpointUpdate.parse(then))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('an endpoint with settings of a newer version can be changed, and keeps them', async () => {
  const table = new MemoryTable(new MemoryItems());
  const { workspaceId } = await new Workspaces(table).create('Workspace');
  const endpoints = new Endpoints(table);
  const captcha = { provider: 'altcha' } as const;
  const fields = EndpointCreate.parse({ slug: 'slug-a', targetEmails: [], captcha, confirmation: CONFIRMATION });
  const { id } = await endpoints.create(workspaceId, fields);
  const newer = { confirmation: { ...CONFIRMATION, newer: 1 }, captcha: { ...captcha, newer: 1 } };
  await table.put({ ...(await table.get(endpointKey(id))), ...endpointKey(id), ...newer }, {});
  for (const changes of [{ targetEmails: ['a@example.com'] }, { slug: 'slug-b' }]) {
    const updated = await endpoints.update(
      await endpoints.findOwned(id, { workspaceId }),
      EndpointUpdate.parse(changes),
    );
    expect(updated).toMatchObject(changes);
    expect(await table.get(endpointKey(id))).toMatchObject({ ...changes, ...newer });
  }
  await endpoints.update(await endpoints.findOwned(id, { workspaceId }), EndpointUpdate.parse({ captcha }));
});

describe('updating the slug together with another field', () => {
  async function given() {
    const table = new MemoryTable(new MemoryItems());
    const { workspaceId } = await new Workspaces(table).create('Workspace');
    const endpoints = new Endpoints(table);
    const fields = EndpointCreate.parse({ slug: 'slug-a', targetEmails: [], icon: 'cube' });
    const endpoint = await endpoints.create(workspaceId, fields);
    const slugs = async () =>
      Promise.all(['slug-a', 'slug-b', 'slug-c'].map((slug) => table.get(slugKey(workspaceId, slug))));
    return { table, endpoints, endpoint, slugs };
  }
  const BOTH = { slug: 'slug-b', name: 'Both' };

  test.each([
    ['another field', { color: 'red', icon: 'heart' }, { ...BOTH, color: 'red', icon: 'heart' }],
    ['the same field', { name: 'Other' }, BOTH],
    ['the slug, too', { slug: 'slug-c', color: 'red' }, { ...BOTH, color: 'red' }],
  ] as const)('keeps and returns both when %s changes meanwhile', async (_what, meanwhile, expected) => {
    const { table, endpoints, endpoint, slugs } = await given();
    const { transact } = table;
    jest.spyOn(table, 'transact').mockImplementationOnce(async (writes) => {
      await endpoints.update(endpoint, meanwhile);
      await transact.call(table, writes);
    });
    const returned = await endpoints.update(endpoint, BOTH);
    expect(returned).toMatchObject(expected);
    expect(await endpoints.find(endpoint.id)).toEqual(returned);
    expect((await slugs()).map((claim) => claim?.endpointId)).toEqual([undefined, endpoint.id, undefined]);
  });

  test('returns the stored endpoint to a repeated request, even if others changed it since', async () => {
    const { endpoints, endpoint, slugs } = await given();
    await endpoints.update(endpoint, BOTH);
    await endpoints.update(await endpoints.findOwned(endpoint.id, endpoint), { color: 'red' });
    const returned = await endpoints.update(endpoint, BOTH);
    expect(returned).toMatchObject({ ...BOTH, color: 'red', icon: 'cube' });
    expect(await endpoints.find(endpoint.id)).toEqual(returned);
    expect((await slugs()).map((claim) => claim?.endpointId)).toEqual([undefined, endpoint.id, undefined]);
  });
});
