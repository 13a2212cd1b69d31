import { expect, test } from '@jest/globals';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { newEndpoint, outputs } from '../../support/cloud/service.ts';
import { dataOf } from '../../support/cloud/submissions.ts';

const FIELDS: FieldRule[] = [
  { name: 'email', type: 'email', required: true },
  { name: 'friends', type: 'email', multiple: true },
];

let { page, otherSite, key } = {} as OnOtherSite;
onOtherSite((own) => {
  ({ page, otherSite, key } = own);
});

test('addresses at internationalized domains pass the rules in punycode, as Chromium sends them', async () => {
  const { id } = await newEndpoint(key, { fields: FIELDS });
  const inputs = '<input type="email" name="email"> <input type="email" name="friends" multiple>';
  const form = `<form method="post" action="${outputs().apiUrl}/v1/f/${id}">${inputs}<button>Send</button></form>`;
  otherSite.files.set('form.html', pageWith(form));
  await page.goto(`${otherSite.url}/form.html`);
  await page.locator('[name="email"]').pressSequentially('user@münchen.de');
  await page.locator('[name="friends"]').pressSequentially('ana@почта.рф, bob@例え.jp');
  await page.getByRole('button').click();
  await page.waitForURL(`${outputs().siteUrl}/thank-you`);
  expect(await dataOf(key, id)).toEqual([
    { email: 'user@xn--mnchen-3ya.de', friends: ['ana@xn--80a1acny.xn--p1ai', 'bob@xn--r8jz45g.jp'] },
  ]);
});
