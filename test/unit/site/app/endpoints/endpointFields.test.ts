import { describe, expect, test } from '@jest/globals';
import type { Endpoint } from '../../../../../shared/contract/schemas/endpoints/endpoint.ts';
import { refusalOf } from '../../../../support/parsedRequest.ts';
import '../../../../support/browser/dashboardModules.ts';

Object.assign(globalThis, { location: { origin: 'https://forms.example.com' } });
const { bodyOf, draftOf, fieldProblemsOf, newBodyOf, newEndpoint, slugFrom, verifying } = await import(
  '../../../../../site/app/endpoints/endpointFields.ts'
);
const NEW_ENDPOINT = newEndpoint({});
const { RequestFailed } = await import('../../../../../site/app/api/requestFailed.ts');

describe('the short name of an endpoint', () => {
  test.each([
    ['Contact form', 'contact-form'],
    ['Café & Thé', 'cafe-the'],
    ['FAQ', 'form-faq'],
    ['  ', ''],
  ])('of %j is %j', (name, slug) => expect(slugFrom(name)).toBe(slug));

  test('of letters without Latin equivalents is a code', () => {
    expect(slugFrom('お問い合わせ')).toMatch(/^form-[a-z0-9]{1,5}$/);
    expect(slugFrom('お問い合わせ')).not.toBe(slugFrom('お知らせの登録'));
  });
});

test('an unedited endpoint is sent unchanged, with absent fields as null', () => {
  const required: Partial<Endpoint> = {
    slug: 'contact',
    name: 'Contact',
    isEnabled: false,
    emailNotifications: false,
    icon: 'bell',
    color: 'red',
    redirectUrl: 'https://example.com/thanks',
    targetEmails: ['a@example.com', 'b@example.com'],
  };
  const optional: Partial<Endpoint> = {
    honeypotField: 'trap',
    allowedOrigins: ['https://a.example', 'https://b.example'],
    spamFilter: 'learn',
    blockedTerms: ['free money', 'casino'],
    captcha: { provider: 'hcaptcha', siteKey: 'site' },
    duplicates: 'merge',
    keepDays: 90,
    keepSpamDays: 30,
    closesAt: '2030-01-01 00:00:00.000000',
    isArchived: true,
    closedText: 'Closed.\nSorry.',
    maxSubmissions: 100,
    thankYouText: 'Thank you!\nGoodbye.',
    keep: 'untilDelivered',
    files: { maxCount: 2, maxBytes: 1_500_000, types: ['image/*'] },
    confirmation: {
      subject: 'Hi',
      text: 'Thanks',
      emailField: 'mail',
      replyTo: 'a@example.com',
      verify: true,
      language: 'pt',
    },
  };
  const ids = { id: 'enp_1', workspaceId: 'ws_1' };
  expect(bodyOf(draftOf({ ...ids, ...required, ...optional }))).toEqual({ ...required, ...optional });
  const none = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
  expect(bodyOf(draftOf({ ...ids, ...required, targetEmails: [] }))).toEqual({
    ...required,
    targetEmails: [],
    ...none,
  });
  const own = { ...required, redirectUrl: 'https://forms.example.com/thank-you', targetEmails: [] };
  expect(draftOf(own).redirectUrl).toBe('');
  expect(bodyOf(draftOf(own)).redirectUrl).toBe(own.redirectUrl);
});

test('a new endpoint merges duplicates, and starts with the defaults of its workspace', () => {
  expect(bodyOf(newEndpoint({ keepDays: 90 }))).toMatchObject({
    duplicates: 'merge',
    keepDays: 90,
    keepSpamDays: null,
  });
});

test('a new endpoint leaves defaults to the API while they are unknown, and sends what is shown otherwise', () => {
  expect(newBodyOf(newEndpoint({}), false)).not.toHaveProperty('keepDays');
  const draft = { ...newEndpoint({ keepDays: 90, keepSpamDays: 7 }), keepDays: '' };
  expect(newBodyOf(draft, true)).toMatchObject({ keepDays: null, keepSpamDays: 7, keep: null });
});

describe('the file types of an endpoint', () => {
  const filesOf = (types: string) => bodyOf({ ...NEW_ENDPOINT, takesFiles: true, types }).files;

  test('can be endings, as in field rules', () =>
    expect(filesOf('.pdf, DOCX\n*.jpg image/*')?.types).toEqual([
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'image/jpeg',
      'image/*',
    ]));

  test('are all named if unknown', async () => {
    const draft = { ...NEW_ENDPOINT, takesFiles: true, types: 'pdx\npdf\ndocy' };
    const json = { files: bodyOf(draft).files };
    const { json: refused } = await refusalOf('updateEndpoint', { params: { id: 'enp_1' }, json });
    expect(fieldProblemsOf(new RequestFailed(refused), draft).types).toMatch(
      /^pdx, docy must be a lower-case media type/,
    );
  });
});

describe('the mail of an endpoint that asks senders to confirm', () => {
  test('asks for it, unless its text was edited', () => {
    const asking = { ...NEW_ENDPOINT, ...verifying(NEW_ENDPOINT, true) };
    expect([asking.verify, asking.subject]).toEqual([true, 'Please confirm your message']);
    expect(asking.text).toContain('Please confirm it.');
    expect({ ...asking, ...verifying(asking, false) }).toEqual(NEW_ENDPOINT);
    expect(verifying({ ...NEW_ENDPOINT, subject: 'Hello', text: 'Bye' }, true)).toEqual({ verify: true });
  });
});
