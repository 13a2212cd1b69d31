import { describe, expect, test } from '@jest/globals';
import { MULTIPART, multipart, part, postForm } from '../../support/cloud/forms.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { awaitMailsTo, uniqueSlug } from '../../support/cloud/service.ts';
import { postJson, submissionPath, submissionsOf } from '../../support/cloud/submissions.ts';

const owner = ownEndpoint();
const NAMES = ['10', '2', 'b', '1'];
const DATA = { 1: 'one', 2: 'two', 10: 'ten', b: 'bee' };

describe('fields named by whole numbers', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['URL-encoded', (id) => postForm(id, '10=ten&2=two&b=bee&1=one')],
    [
      'multipart',
      (id) =>
        postForm(id, multipart([part('10', 'ten'), part('2', 'two'), part('b', 'bee'), part('1', 'one')]), MULTIPART),
    ],
    ['plain text', (id) => postForm(id, '10=ten\r\n2=two\r\nb=bee\r\n1=one\r\n', 'text/plain')],
    ['JSON', (id) => postJson(id, '{"10":"ten","2":"two","b":"bee","1":"one"}')],
  ])('keep their order when sent as %s', async (_what, post) => {
    const { id } = await owner.newEndpoint();
    await post(id);
    const [listed] = await submissionsOf(owner.key, id);
    expect([listed?.data, listed?.fieldOrder]).toEqual([DATA, NAMES]);
    const retrieved = await owner.send('GET', submissionPath(id, String(listed?.id)));
    const found = await owner.send('GET', `/v1/submissions/${id}/search?query=bee`);
    expect([retrieved.json.fieldOrder, found.json.submissions[0].fieldOrder]).toEqual([NAMES, NAMES]);
  });

  test('keep their order in the mail, with the labels of rules and without control fields', async () => {
    const recipient = `${uniqueSlug()}@example.com`;
    const fields = [{ name: 'b', label: 'Insect', type: 'text' as const }];
    const { id } = await owner.newEndpoint({ targetEmails: [recipient], fields });
    await postForm(id, '10=ten&_gotcha=&2=two&b=bee&1=one');
    const [mail] = await awaitMailsTo(recipient);
    const places = ['ten', 'two', 'bee', 'one'].map((text) => mail?.body.text.indexOf(text) ?? -1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(mail?.body.text).toContain('Insect:\n');
    expect((await submissionsOf(owner.key, id))[0]?.fieldOrder).toEqual(NAMES);
  });

  test('have no fieldOrder if the object keeps their order', async () => {
    const { id } = await owner.newEndpoint();
    await postForm(id, '1=one&2=two&b=bee');
    expect((await submissionsOf(owner.key, id))[0]).not.toHaveProperty('fieldOrder');
  });
});
