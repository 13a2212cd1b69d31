import { expect, test } from '@jest/globals';
import { EndpointCreate } from '../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { createRepositories } from '../../../../shared/http/repositories.ts';
import type { Table } from '../../../../shared/storage/table/table.ts';
import { Workspaces } from '../../../../shared/storage/workspaces/workspaces.ts';
import { openDirectService, SENDER_IP } from '../../../deep/fuzz/directService.ts';
import { jsonOf } from '../../../deep/fuzz/exchange.ts';
import { PDF } from '../../../support/samples/fileContents.ts';
import { messageOf } from '../../../support/samples/filterMessages.ts';
import { linesWith } from '../../../support/samples/plantedTexts.ts';

const service = await openDirectService();
const { endpoints } = createRepositories(service.table as Table);
const { workspaceId } = await new Workspaces(service.table as Table).create('Test');

let count = 0;
async function newForm(settings: object): Promise<(body: FormData) => Promise<string>> {
  const fields = { slug: `form-${++count}`, targetEmails: ['you@example.com'], ...settings };
  const { id } = await endpoints.create(workspaceId, EndpointCreate.parse(fields));
  return async (form) => {
    const request = new Request('https://x.example', { method: 'POST', body: form });
    const type = request.headers.get('Content-Type') ?? '';
    const answer = await service.send({
      method: 'POST',
      path: `/v1/f/${id}`,
      body: Buffer.from(await request.arrayBuffer()),
      headers: Object.entries({ 'Content-Type': type, Accept: 'application/json' }),
    });
    expect(answer.status).toBe(201);
    return (jsonOf(answer) as { id: string }).id;
  };
}

const formOf = (fields: Record<string, string | Blob>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const storedAs = (id: string) => [...service.items.state()].find(([key]) => key.includes(id))?.[1];

test('stores and logs the sender’s IP address nowhere', async () => {
  const verify = { emailField: 'email', subject: 'Confirm', text: 'Please confirm.', verify: true };
  const captcha = { provider: 'turnstile', siteKey: 'site', secret: 'secret' };
  const sent = { email: 'ada@example.com', file: new Blob([PDF], { type: 'application/pdf' }), _gotcha: '' };
  for (const settings of [
    {},
    { confirmation: { ...verify, verify: false } },
    { confirmation: verify },
    { captcha },
    { spamFilter: 'learn' },
  ])
    for (const _gotcha of ['', 'x'])
      await (await newForm({ files: {}, ...settings }))(
        formOf({ ...sent, _gotcha, 'cf-turnstile-response': 'solved' }),
      );
  const written = [service.items.events, service.takeLog(), [...service.objects.objects]].map((each) =>
    JSON.stringify(each),
  );
  for (const each of written) expect(each).toContain('"');
  expect(linesWith(written.join('\n'), [SENDER_IP])).toEqual([]);
});

test('without blocked terms, captcha or filter, only holds submissions that fill a hidden field', async () => {
  const send = await newForm({ honeypotField: 'website' });
  for (let number = 0; number < 20; number++)
    for (const [name, isSpam] of Object.entries({ message: undefined, _gotcha: true, website: true })) {
      const { message } = messageOf('spam', number);
      expect(storedAs(await send(formOf({ message, [name]: message })))?.isSpam).toBe(isSpam);
    }
});
