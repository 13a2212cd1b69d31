import { expect, test } from '@jest/globals';
import { OPERATIONS, type Operation } from '../../../shared/contract/operations/index.ts';
import { workspaceKey } from '../../../shared/storage/table/itemKeys.ts';
import type { Table } from '../../../shared/storage/table/table.ts';
import { Workspaces } from '../../../shared/storage/workspaces/workspaces.ts';
import { openDirectService } from '../../deep/fuzz/directService.ts';
import { jsonOf } from '../../deep/fuzz/exchange.ts';
import { credentialFor, ownIn, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { idOf } from '../../support/simulator/memoryItems.ts';

const service = await openDirectService();
const table = service.table as Table;
const { items } = service;

/** Changes of a single item. Submissions belong to an endpoint, which cannot change its owner. */
const CHANGES = (OPERATIONS as readonly Operation[])
  .filter(({ method, path }) => /^(?:PUT|DELETE)$/.test(method) && path.endsWith('{id}'))
  .flatMap((operation): [method: string, path: string, event: 'was deleted' | 'changed its owner', Operation][] =>
    (['was deleted', 'changed its owner'] as const)
      .filter((event) => event === 'was deleted' || operation.group !== 'submissions')
      .map((event) => [operation.method, operation.path, event, operation]),
  );

/** All items except records of requests: the record of a deletion is written before the deletion. */
const stored = () => new Map([...items.state()].filter(([id]) => !id.startsWith('ONCE#')));

test.each(CHANGES)(
  '404 %s %s by a condition of the write if it %s since the read',
  async (_m, _p, event, operation) => {
    const workspaces = new Workspaces(table);
    const own = await ownIn(table, await workspaces.create('Own'));
    const other = await workspaces.create('Other');
    const { params, json = {} } = rightRequest(operation, own);
    const countsOfOwn = idOf(workspaceKey(own.workspaceId));
    let isRead = false;
    let before: Map<string, unknown> | undefined;
    service.point = async (kind) => {
      isRead ||= kind === 'read';
      // An earlier write may belong to the request before.
      if (kind === 'read' || !isRead || before) return;
      for (const [id, item] of [...items.state()]) {
        const text = JSON.stringify([id, item]);
        if (event === 'was deleted' && text.includes(params.id)) items.change([[id, undefined]]);
        if (event === 'changed its owner' && text.includes(own.workspaceId) && id !== countsOfOwn)
          items.change([[id, undefined], JSON.parse(text.replaceAll(own.workspaceId, other.workspaceId))]);
      }
      before = stored();
    };
    const answer = await service.send({
      method: operation.method,
      path: pathWith(operation, params),
      body: Buffer.from(JSON.stringify(json)),
      headers: Object.entries({
        Authorization: `Bearer ${credentialFor(operation, own)}`,
        'Content-Type': 'application/json',
      }),
    });
    expect([answer.status, jsonOf(answer)]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
    expect(stored()).toEqual(before);
  },
);
