import { expect, jest, test } from '@jest/globals';
import { EndpointCreate } from '../../../../shared/contract/schemas/endpoint.ts';
import { Endpoints } from '../../../../shared/storage/endpoints.ts';
import { ConditionFailed } from '../../../../shared/storage/table.ts';
import { Workspaces } from '../../../../shared/storage/workspaces.ts';
import { MemoryItems } from '../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../support/simulator/memoryTable.ts';

test.each([
  ['succeeds with the fifth attempt', 4, { status: 'fulfilled' }],
  ['gives up after five attempts', 5, { status: 'rejected', reason: expect.objectContaining({ code: 'CONFLICT' }) }],
])('deleting an endpoint that others keep changing %s', async (_what, races, expected) => {
  const table = new MemoryTable(new MemoryItems());
  const { workspaceId } = await new Workspaces(table).create('Workspace');
  const endpoints = new Endpoints(table);
  const endpoint = await endpoints.create(workspaceId, EndpointCreate.parse({ slug: 'slug-a', targetEmails: [] }));
  const transact = jest.spyOn(table, 'transact');
  for (let race = 0; race < races; race++) transact.mockRejectedValueOnce(new ConditionFailed(0, undefined));
  const [outcome] = await Promise.allSettled([endpoints.delete(endpoint)]);
  expect(outcome).toMatchObject(expected);
  expect(transact).toHaveBeenCalledTimes(5);
});
