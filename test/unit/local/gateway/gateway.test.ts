import { expect, test } from '@jest/globals';
import { Gateway } from '../../../../local/gateway/gateway.ts';
import { close, listen } from '../../../../local/http/ports.ts';
import { fakeFunction } from '../../../support/cloud/fakeFunction.ts';
import { synthesizeStack } from '../../../support/cloud/stack.ts';

test('a post gets 500 while the table is damaged', async () => {
  const { template } = await synthesizeStack();
  let isDamaged = false;
  const answer = fakeFunction('any', () => ({ statusCode: 201, body: '{}' }));
  const gateway = new Gateway();
  const url = await listen(gateway.server, 0);
  gateway.serve({ template, functionWith: () => answer, limits: new Set(), isDamaged: () => isDamaged });
  const post = async () => {
    const response = await fetch(`${url}/v1/f/enp_1`, { method: 'POST', body: '{}' });
    return { status: response.status, ...((await response.json()) as object) };
  };
  expect(await post()).toEqual({ status: 201 });
  isDamaged = true;
  expect(await post()).toMatchObject({ status: 500, code: 'INTERNAL_SERVER_ERROR' });
  await close(gateway.server);
});
