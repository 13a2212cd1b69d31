import { expect, test } from '@jest/globals';
import { endpointsOf } from '../../../../../infra/operator/export/contents.ts';
import { endpointKey, endpointOfWorkspaceKey } from '../../../../../shared/storage/table/itemKeys.ts';
import { MemoryItems } from '../../../../support/simulator/memoryItems.ts';
import { MemoryTable } from '../../../../support/simulator/memoryTable.ts';

test('an unreadable endpoint is exported without secrets in any attribute', async () => {
  const table = new MemoryTable(new MemoryItems());
  await table.put(endpointOfWorkspaceKey('ws_1', 'enp_1'), {});
  const captcha = { provider: 'newest', siteKey: 'public', secret: 'hidden', options: [{ clientSecret: 'hidden' }] };
  const broken = { ...endpointKey('enp_1'), id: 7, captcha, captchaSecret: 'hidden', icon: Uint8Array.of(1) };
  await table.put(broken, {});
  const exported: unknown[] = [];
  for await (const page of endpointsOf(table, 'ws_1')) exported.push(...page);
  const shown = { id: 7, captcha: { provider: 'newest', siteKey: 'public', options: [{}] }, icon: 'AQ==' };
  expect(exported).toEqual([{ id: 'enp_1', unreadable: shown }]);
});
