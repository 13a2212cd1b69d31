import { beforeEach, describe, expect, test } from '@jest/globals';
import { FORM_PATHS } from '../../../shared/contract/formPaths.ts';
import { OPERATIONS } from '../../../shared/contract/operations/index.ts';
import { type OnOtherSite, onOtherSite, pageWith } from '../../support/browser/otherSite.ts';
import { ownEndpoint } from '../../support/cloud/ownWorkspace.ts';
import { newOwn, pathWith, rightRequest } from '../../support/cloud/rightRequests.ts';
import { newEndpoint, outputs, send } from '../../support/cloud/service.ts';
import { dataOf } from '../../support/cloud/submissions.ts';
import { ofSuite } from '../../support/jest/ofSuite.ts';

/** Headers that monitoring and libraries add to all requests of a page. */
const ADDED = {
  'sentry-trace': '771a43a4192642f0b136d5159a501700-7b2a3c9d5e1f4a60-1',
  baggage: 'sentry-environment=production',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'HX-Request': 'true',
  'X-CSRF-Token': 'abc',
  'Idempotency-Key': '8e03978e-40d5-43dd-bc93-6894a57f9324',
};

type Sent = { method?: string; body?: string; headers?: Record<string, string>; credentials?: 'include' };

describe('a script in Chromium', () => {
  let { otherSite, key, page } = {} as OnOtherSite;
  let endpointId: string;

  onOtherSite(async (own) => {
    ({ otherSite, key, page } = own);
    otherSite.files.set('page.html', pageWith('<p>A page</p>'));
    await page.goto(`${otherSite.url}/page.html`);
  });

  beforeEach(async () => {
    endpointId = (await newEndpoint(key, { captcha: { provider: 'altcha' } })).id;
  });

  /** The status and JSON, or why `fetch` rejects. */
  const fetchInPage = (url: string, options: Sent) =>
    page.evaluate<[number, { code?: string; endpointId?: string }] | string>(
      `fetch(${JSON.stringify(url)}, ${JSON.stringify(options)})
        .then(async (response) => [response.status, await response.json()], String)`,
    );

  const api = (path: string): string => outputs().apiUrl + path;

  async function givenForm(): Promise<string> {
    const { id } = await newEndpoint(key);
    return id;
  }

  const FORM = { method: 'POST', body: new URLSearchParams({ message: 'Hello' }).toString() };
  const TYPED = { 'Content-Type': 'application/x-www-form-urlencoded' };

  test.each<[string, Sent]>([
    ['headers that others added', { headers: ADDED }],
    ['credentials', { credentials: 'include' }],
    ['both', { headers: ADDED, credentials: 'include' }],
  ])('sends a form with %s', async (_what, options) => {
    const id = await givenForm();
    const sent = { ...FORM, ...options, headers: { ...TYPED, ...options.headers } };
    expect(await fetchInPage(api(`/v1/f/${id}`), sent)).toEqual([201, expect.objectContaining({ endpointId: id })]);
    expect(await dataOf(key, id)).toEqual([{ message: 'Hello' }]);
    const [status, { code }] = (await fetchInPage(api('/v1/f/enp_1'), sent)) as [number, { code: string }];
    expect([status, code]).toEqual([404, 'NOT_FOUND']);
  });

  test('creates uploads and challenges, and reads errors, with credentials and any header', async () => {
    const both = { headers: { ...ADDED, 'Content-Type': 'application/json' }, credentials: 'include' } as const;
    const challenge = api(`/v1/f/${endpointId}/challenge`);
    expect(await fetchInPage(challenge, both)).toEqual([200, expect.anything()]);
    const upload = { ...both, method: 'POST', body: '{}' };
    const refused = [400, expect.objectContaining({ code: 'BAD_REQUEST' })];
    expect(await fetchInPage(api(`/v1/f/${endpointId}/uploads`), upload)).toEqual(refused);
    expect(await fetchInPage(api(`/v1/f/${endpointId}/challenge`), { ...both, method: 'POST' })).toEqual([
      405,
      expect.objectContaining({ code: 'METHOD_NOT_ALLOWED' }),
    ]);
  });

  test('reads the gateway’s own errors, with credentials and without', async () => {
    for (const options of [{}, { credentials: 'include' }] as Sent[]) {
      const malformed = await fetchInPage(api('/v1/f/%zz'), { ...FORM, headers: TYPED, ...options });
      expect(malformed).toEqual([400, expect.objectContaining({ code: 'BAD_REQUEST' })]);
      const large = { ...FORM, headers: TYPED, ...options, body: 'a'.repeat(7_000_000) };
      expect(await fetchInPage(api(`/v1/f/${endpointId}`), large)).toEqual([
        413,
        expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }),
      ]);
    }
  });

  test('sends Idempotency-Key to other operations, but neither other headers nor credentials', async () => {
    const headers = { Authorization: `Bearer ${key}` };
    const url = api('/v1/endpoints');
    const failed = expect.stringContaining('Failed to fetch');
    expect(await fetchInPage(url, { headers: { ...headers, 'Idempotency-Key': '1' } })).toEqual([
      200,
      expect.anything(),
    ]);
    expect(await fetchInPage(url, { headers: { ...headers, traceparent: '1' } })).toEqual(failed);
    expect(await fetchInPage(url, { headers, credentials: 'include' })).toEqual(failed);
  });
});

describe('the operations for forms', () => {
  const own = ofSuite(newOwn);
  const owner = ownEndpoint();
  const formOperations = OPERATIONS.filter(({ path }) => (Object.values(FORM_PATHS) as string[]).includes(path));

  test('are exactly those that forms call', () => {
    const ids = ['createSubmission', 'retrieveChallenge', 'retrieveRules', 'createUpload'];
    expect(formOperations.map(({ id }) => id)).toEqual(ids);
  });

  test.each(formOperations)('$id reads no credential: no cookie or key changes the response', async (operation) => {
    const { params, json } = rightRequest(operation, own);
    const path = pathWith(operation, params);
    const credentials: Record<string, string>[] = [
      {},
      { Cookie: 'session=1' },
      { Authorization: `Bearer ${own.key}` },
      { Authorization: 'Bearer wrong' },
      { Authorization: 'Basic dXNlcjpwYXNz' },
    ];
    for (const headers of credentials) {
      const answer = await send(operation.method, path, { json, headers: { Accept: 'application/json', ...headers } });
      expect(answer.status).toBe(operation.status);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  test.each([
    ['https://forms.example', 'https://forms.example', 'true'],
    ['null', 'null', 'true'],
    [undefined, '*', null],
    [`https://${'a'.repeat(400)}.example`, '*', null],
    ['https://forms.example, https://other.example', '*', null],
  ])('name the origin %s as %s', async (Origin, named, credentials) => {
    const headers: Record<string, string> = Origin === undefined ? {} : { Origin };
    const answers = [
      await send('POST', `/v1/f/${owner.endpointId}`, { json: { message: 'Hello' }, headers }),
      await send('OPTIONS', `/v1/f/${owner.endpointId}`, { headers }),
      await send('PATCH', `/v1/f/${owner.endpointId}`, { headers }),
    ];
    for (const { headers: answered } of answers) {
      expect(answered.get('access-control-allow-origin')).toBe(named);
      expect(answered.get('access-control-allow-credentials')).toBe(credentials);
    }
  });

  test.each(['sentry-trace,baggage', 'x-a, x-b', Array.from({ length: 300 }, (_, i) => `x-header-${i}`).join(',')])(
    'allow the headers that a preflight asks for: %.40s',
    async (asked) => {
      const headers = { 'Access-Control-Request-Headers': asked, Origin: 'https://forms.example' };
      const answer = await send('OPTIONS', `/v1/f/${owner.endpointId}`, { headers });
      expect(answer.headers.get('access-control-allow-headers')).toBe(asked);
      expect(answer.headers.get('vary')).toBe('Origin, Access-Control-Request-Headers');
    },
  );

  test.each([
    ['x-a: 1', 'no name'],
    ['x"a', 'a quote'],
    ['x-ä', 'not ASCII'],
    ['x'.repeat(8_001), 'too long'],
  ])('do not echo an invalid list of header names: %.20s', async (asked) => {
    const headers = { 'Access-Control-Request-Headers': asked };
    const answer = await send('OPTIONS', `/v1/f/${owner.endpointId}`, { headers });
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, X-Requested-With, Idempotency-Key',
    );
  });
});
