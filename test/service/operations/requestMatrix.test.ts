import { describe, expect, test } from '@jest/globals';
import { refusesUnknownQuery } from '../../../shared/contract/operations/define.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { credentialFor, newOwn, type Own, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { type RequestOptions, send } from '../../support/cloud/service.ts';
import { ABSENT_SUBMISSIONS, expectNotFound, newTwoWorkspaces } from '../../support/cloud/submissions.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

/** How every operation treats path, query and body. Rules of single fields are in test/unit/shared/contract. */

const own = ofSuite(newOwn);

const JSON_TYPE = { 'Content-Type': 'application/json' };

function ask(operation: Operation, at: Own, options: RequestOptions & { params?: object; query?: string } = {}) {
  const { params, json } = rightRequest(operation, at);
  const { params: others, query = '', ...request } = options;
  const path = pathWith(operation, { ...params, ...others }) + query;
  const headers = { Accept: 'application/json', ...request.headers };
  return send(operation.method, path, {
    key: credentialFor(operation, at),
    ...(request.body === undefined && { json }),
    ...request,
    headers,
  });
}

const ofSubmission = OPERATIONS.filter(({ path }) => path.startsWith('/v1/submission/{endpointId}/{id}'));
describe.each(ofSubmission)('$method $path', (operation) => {
  const workspaces = ofSuite(newTwoWorkspaces);

  test.each(ABSENT_SUBMISSIONS)('404 for a submission %s', async (_what, message, pathIn) => {
    const { key, strangerKey } = workspaces;
    const [, , , endpointId = '', id = ''] = pathIn(workspaces).split('/');
    expectNotFound(await ask(operation, { ...own, key }, { params: { endpointId, id } }), message);
    const theirs = `/v1/submission/${workspaces.strangersEndpoint.id}/${workspaces.strangersSubmissionId}`;
    expect((await send('GET', theirs, { key: strangerKey })).json).toMatchObject({ isRead: false, isSpam: false });
  });
});

const lists = OPERATIONS.filter(({ query }) => 'shape' in query && 'page' in (query.shape as object));
describe.each(lists)('$id › page and limit', (operation) => {
  const get = (query: string) => ask(operation, own, { query });

  const unknown = '?offset=3&Page=0&page%5B%5D=0&__proto__=1&constructor=1';
  const unknownStatus = refusesUnknownQuery(operation) ? 400 : 200;
  test(`${unknownStatus} for unknown parameters`, async () => {
    expect((await get(unknown)).status).toBe(unknownStatus);
  });

  test.each(['2', '9999999999999999999999'])('404 for the page %s says how many pages there are', async (page) => {
    const { status, json } = await get(`?page=${page}`);
    expect([status, json.message]).toEqual([404, expect.stringContaining('has 1 page.')]);
  });
});

const updates = OPERATIONS.filter(({ method, bodyTypes }) => method === 'PUT' && bodyTypes.length > 0);
test.each(updates)('$id › 400 for a body with nothing but read-only fields', async (operation) => {
  const json = { ids: ['sub_1'], workspaceId: 'ws_other', createdAt: '', __proto: { name: 'Newsletter' } };
  const answer = await ask(operation, own, { json });
  expect([answer.status, answer.json.message]).toEqual([400, expect.stringMatching(/at least one of|name is missing/)]);
});

const withJson = OPERATIONS.filter(({ bodyTypes }) => bodyTypes.join() === 'application/json');
describe.each(withJson)('$id › JSON body', (operation) => {
  const right = (at = own) => rightRequest(operation, at).json ?? {};

  test('names of Object.prototype do no harm, and satisfy no required field', async () => {
    const at = await newOwn();
    const inherited = JSON.stringify({ name: 'Polluted', permission: 'write', isEnabled: false, icon: 'bug' });
    const names = ['__proto__', 'constructor', 'prototype', 'toString'].map((name) => `"${name}":${inherited}`);
    const body = JSON.stringify(right(at)).replace(/\}$/, `,${names.join()}}`);
    const answer = await ask(operation, at, { body, headers: JSON_TYPE });
    expect([answer.status, answer.text.includes('Polluted')]).toEqual([operation.status, false]);
    const fields = JSON.stringify(right(at));
    const json = `{"__proto__":${fields},"constructor":{"prototype":${fields}}}`;
    expect((await ask(operation, at, { body: json, headers: JSON_TYPE })).status).toBe(400);
  });
});
