import { describe, expect, test } from '@jest/globals';
import type { FieldRule } from '../../../shared/contract/schemas/fieldRules.ts';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/otherSite.ts';
import { newEndpoint, outputs } from '../../support/service.ts';
import { dataOf } from '../../support/submissions.ts';

const FIELDS: FieldRule[] = [
  { name: 'email', label: 'Email', type: 'email', required: true },
  { name: 'friends', label: 'Friends', type: 'email', multiple: true },
  { name: 'name', label: 'Name', type: 'text', required: true },
];
const ADDRESS = 'user@münchen.de';
const FRIENDS = 'ana@почта.рф, bob@例え.jp';

describe('addresses at internationalized domains, in a form with rules', () => {
  let { page, otherSite, key } = {} as OnOtherSite;
  let endpointId: string;

  onOtherSite(async (own) => {
    ({ page, otherSite, key } = own);
    endpointId = (await newEndpoint(key, { fields: FIELDS })).id;
  });

  async function fillIn(type: string, name: string): Promise<void> {
    const form = `<form method="post" action="${outputs().apiUrl}/v1/f/${endpointId}">
      <input type="${type}" name="email"> <input type="${type}" name="friends" multiple> <input name="name"><button>Send</button></form>`;
    otherSite.files.set('form.html', pageWith(form));
    await page.goto(`${otherSite.url}/form.html`);
    for (const [field, text] of [
      ['email', ADDRESS],
      ['friends', FRIENDS],
      ['name', name],
    ] as const) {
      await page.locator(`[name="${field}"]`).pressSequentially(text);
    }
    await page.getByRole('button').click();
  }
  const untilThanked = () => page.waitForURL(`${outputs().siteUrl}/thank-you`);

  test('are stored in punycode as Chromium sends them', async () => {
    await fillIn('email', 'Ada');
    await untilThanked();
    expect(await dataOf(key, endpointId)).toEqual([
      { email: 'user@xn--mnchen-3ya.de', friends: 'ana@xn--80a1acny.xn--p1ai,bob@xn--r8jz45g.jp', name: 'Ada' },
    ]);
  });

  test('are stored as typed where the browser sends them as typed', async () => {
    await fillIn('text', 'Ada');
    await untilThanked();
    expect(await dataOf(key, endpointId)).toEqual([{ email: ADDRESS, friends: FRIENDS, name: 'Ada' }]);
  });

  test('can be sent again from the page that shows another error', async () => {
    await fillIn('text', '');
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button').click();
    await untilThanked();
    expect(await dataOf(key, endpointId)).toHaveLength(1);
  });
});
