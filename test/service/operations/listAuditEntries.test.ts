import { describe, expect, test } from '@jest/globals';
import { AUDIT_DAYS } from '../../../shared/contract/limits.ts';
import { isAudited } from '../../../shared/contract/operations/define.ts';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import type { AuditEntry } from '../../../shared/contract/schemas/audit/auditEntry.ts';
import { newId } from '../../../shared/runtime/newId.ts';
import { addEntry, addEntryOfCommand } from '../../../shared/storage/audit/addEntry.ts';
import { auditKey } from '../../../shared/storage/audit/auditKeys.ts';
import { credentialFor, newOwn, ownFor, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import {
  newEndpoint,
  newSubmission,
  newWorkspace,
  send,
  sharedTable,
  uniqueSlug,
} from '../../support/cloud/service.ts';
import { submissionPath } from '../../support/cloud/submissions.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

const shared = ofSuite(newOwn);

const list = (key: string, query = '') => send('GET', `/v1/audit-entries${query}`, { key });
const entriesOf = async (key: string, query = ''): Promise<AuditEntry[]> => (await list(key, query)).json.entries;

describe('GET /v1/audit-entries', () => {
  test.each(OPERATIONS.map((operation): [string, Operation] => [operation.id, operation]))(
    '200 has one entry without values for %s if it is recorded, and else none',
    async (id, operation) => {
      const own = await ownFor(operation, shared);
      const { params, json } = rightRequest(operation, own);
      const before = await entriesOf(own.key);
      const {
        status,
        headers,
        json: answer,
      } = await send(operation.method, pathWith(operation, params), {
        key: credentialFor(operation, own),
        headers: { Accept: 'application/json', 'CloudFront-Viewer-Country': 'FR' },
        ...(json && { json }),
      });
      expect(status).toBe(operation.status);
      const after = await entriesOf(own.key);
      const signedIn = expect.objectContaining({ actor: own.memberId, operation: 'signIn' });
      if (!isAudited(operation)) return expect(after).toEqual([...(id === 'signIn' ? [signedIn] : []), ...before]);
      const [{ object, endpointId, submissionIds, fields, ...entry } = {} as AuditEntry] = after;
      expect(after.slice(1)).toEqual(before);
      expect(entry).toEqual({
        id: expect.stringMatching(/^aud_[0-9A-Z]{26}$/),
        createdAt: expect.any(String),
        actor: operation.leastRole === 'owner' ? own.ownerId : expect.stringMatching(/^key_/),
        operation: id,
        requestId: headers.get('x-request-id'),
      });
      const named = operation.path.includes('{id}') ? params.id : params.endpointId;
      expect(object).toBe(operation.path.includes('{') ? named : answer.id);
      const ofKey = operation.group === 'keys' || undefined;
      expect(endpointId).toBe(ofKey ? undefined : operation.id === 'createEndpoint' ? answer.id : endpointId);
      const { ids, ...set } = (json ?? {}) as { ids?: string[] };
      expect([submissionIds, fields]).toEqual([ids, operation.method === 'PUT' && json ? Object.keys(set) : undefined]);
    },
  );

  test('400 and 404 record nothing, nor names of fields that do not exist; a repetition records once more', async () => {
    const { key } = await newWorkspace();
    const json = { slug: uniqueSlug(), targetEmails: ['ada@example.com'] };
    const create = (fields: object) =>
      send('POST', '/v1/endpoint', { key, json: fields, headers: { 'Idempotency-Key': 'one' } });
    // The first request's entry may be missing: the repetition has one of its own.
    const [first, repeated] = [await create(json), await create(json)];
    expect([first.status, repeated.status, repeated.json.id]).toEqual([201, 201, first.json.id]);
    expect((await create({ ...json, slug: uniqueSlug() })).status).toBe(409);
    expect((await create({ ...json, slug: '' })).status).toBe(400);
    expect((await send('DELETE', '/v1/endpoint/enp_01ARZ3NDEKTSV4RRFFQ69G5FAV', { key })).status).toBe(404);
    const path = `/v1/endpoint/${first.json.id}`;
    await send('PUT', path, { key, json: { isEnabled: true, 'ada@example.com': 'ada@example.com' } });
    const { status } = await send('PUT', path, { key, json: { isEnabled: true } });
    expect(status).toBe(200);
    const entries = await entriesOf(key);
    expect(entries.filter(({ fields }) => fields).every(({ fields }) => String(fields) === 'isEnabled')).toBe(true);
    const creations = entries.filter(({ operation }) => operation !== 'updateEndpoint');
    expect(creations.map(({ operation, object }) => [operation, object])).toEqual(
      Array(2).fill(['createEndpoint', first.json.id]),
    );
  });

  test('200 filters by actor, object and time, also an endpoint’s submissions and webhooks, and continues', async () => {
    const { key, keyId, workspaceId } = await newWorkspace();
    const [one, other] = [await newEndpoint(key), await newEndpoint(key)];
    const ids = [await newSubmission(one.id), await newSubmission(one.id)];
    await send('PUT', `/v1/submissions/${one.id}`, { key, json: { ids: [...ids, 'ada@example.com'], isRead: true } });
    await send('DELETE', submissionPath(one.id, ids[0] as string), { key });
    await addEntryOfCommand(sharedTable(), workspaceId, 'exportWorkspace', workspaceId);
    const operations = async (query: string) => (await entriesOf(key, query)).map(({ operation }) => operation);
    const ofOne = ['deleteSubmission', 'updateSubmissions', 'createEndpoint'];
    expect(await operations(`?object=${one.id}`)).toEqual(ofOne);
    expect(await operations(`?object=${other.id}`)).toEqual(['createEndpoint']);
    expect(await operations(`?object=${ids[1]}`)).toEqual(['updateSubmissions']);
    expect(await operations('?actor=operator')).toEqual(['exportWorkspace']);
    expect(await operations(`?actor=${keyId}&object=${one.id}`)).toEqual(ofOne);
    expect(await operations('?createdBefore=2026-01-01')).toEqual([]);
    expect(await operations('?createdAfter=2026-01-01')).toHaveLength(5);
    const first = (await list(key, `?limit=2&object=${one.id}`)).json;
    const next = await list(key, `?limit=2&object=${one.id}&cursor=${first._metadata.cursor}`);
    expect([...first.entries, ...next.json.entries].map(({ operation }) => operation)).toEqual(ofOne);
    expect(next.json._metadata.done).toBe(true);
    expect((await list(key, `?object=${other.id}&cursor=${first._metadata.cursor}`)).status).toBe(400);
  });

  test(`200 ends after ${AUDIT_DAYS} days, before an entry’s TTL removes it, and hides other workspaces`, async () => {
    const { key, workspaceId } = await newWorkspace();
    // The last two have the same millisecond.
    const times = [AUDIT_DAYS + 1, AUDIT_DAYS - 1, AUDIT_DAYS - 1].map((days) => Date.now() - days * 86_400_000);
    const ids = times.map((time) => newId('auditEntry', times.indexOf(time) > 0 ? times[1] : time));
    const add = (id: string | undefined, operation = 'test') =>
      addEntry(sharedTable(), workspaceId, { actor: 'operator', operation }, id);
    for (const id of ids) await add(id);
    const [, kept = ''] = ids;
    const first = (await list(key, '?limit=1')).json;
    const next = (await list(key, `?limit=1&cursor=${first._metadata.cursor}`)).json;
    const listed = [...first.entries, ...next.entries].map(({ id }: AuditEntry) => id);
    expect(listed.sort()).toEqual(ids.slice(1).sort());
    const stored = await sharedTable().get(auditKey(workspaceId, kept));
    expect(Number(stored?.ttl) * 1_000 - Date.now()).toBeLessThan(86_400_000);
    await add(kept, 'forged');
    expect((await entriesOf(key)).map(({ operation }) => operation)).toEqual(['test', 'test']);
    expect(await entriesOf((await newWorkspace()).key)).toEqual([]);
  });

  test('200 shows a key that is limited to an endpoint only what happened to it, and counts only that', async () => {
    const { key, workspaceId } = await newWorkspace();
    const [one, other] = [await newEndpoint(key), await newEndpoint(key)];
    await send('DELETE', submissionPath(one.id, await newSubmission(one.id)), { key });
    // It cannot be read.
    await sharedTable().put({ ...auditKey(workspaceId, newId('auditEntry')), endpointId: other.id }, {});
    const json = { name: 'Limited', expiresAt: '1-day', endpointIds: [one.id] };
    const limited = (await send('POST', '/v1/key', { key, json })).headers.get('x-api-key-secret') ?? '';
    const { entries, _metadata } = (await list(limited)).json;
    expect(entries.map(({ operation }: AuditEntry) => operation)).toEqual(['deleteSubmission', 'createEndpoint']);
    expect(entries.every(({ endpointId }: AuditEntry) => endpointId === one.id)).toBe(true);
    expect(_metadata).toEqual({ examined: 2, done: true });
    expect(await entriesOf(limited, `?object=${other.id}`)).toEqual([]);
    const all = (await list(key, '?limit=1')).json._metadata;
    expect([all.examined, (await list(limited, `?limit=1&cursor=${all.cursor}`)).status]).toEqual([1, 400]);
  });
});
