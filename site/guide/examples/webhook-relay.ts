import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from './verify-webhook.ts';

const { WEBHOOK_SECRET, TARGET, TARGET_URL, PORT = '8080' } = process.env;
if (!WEBHOOK_SECRET || !TARGET_URL)
  throw new Error('Set the secret and URL.');
const secret = WEBHOOK_SECRET;
const targetUrl = TARGET_URL;

const BODY_BYTES_MAX = 500_000;
const IDS_KEPT = 1_000;
type Fields = Record<string, unknown>;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const linesOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join('\n');

/** Slack has markup, by which a form could call a whole channel. */
const escaped = (line: string): string =>
  line.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** What each target wants to be sent. */
const BODIES: Record<string, (fields: Fields, id: string) => object> = {
  slack: (fields) => ({ text: escaped(linesOf(fields).slice(0, 3_000)) }),
  discord: (fields) => ({
    content: linesOf(fields).slice(0, 2_000),
    allowed_mentions: { parse: [] },
  }),
  spreadsheet: (fields, id) => ({ id, fields }),
};
const bodyFor = BODIES[TARGET ?? 'slack'];
if (!bodyFor) throw new Error(`Set TARGET to ${Object.keys(BODIES)}.`);

/** Ids of events that were passed on: one may come more than once. */
const done = new Set<string>();

async function relay(request: IncomingMessage): Promise<number> {
  const length = Number(request.headers['content-length']);
  if (!(length <= BODY_BYTES_MAX)) return 413;
  const body = await text(request);
  try {
    verifyWebhook(secret, request.headers, body);
  } catch {
    return 401;
  }
  const id = String(request.headers['webhook-id']);
  const { type, data } = JSON.parse(body);
  if (type !== 'submission.created' || done.has(id)) return 204;
  const response = await fetch(targetUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(bodyFor?.(data.data, data.id)),
    signal: AbortSignal.timeout(10_000),
  });
  // With any status but 2xx the service tries again later.
  if (!response.ok) return 502;
  done.add(id);
  for (const oldest of done) if (done.size > IDS_KEPT) done.delete(oldest);
  return 204;
}

const server = createServer(async (request, response) => {
  const status = await relay(request).catch(() => 502);
  response.writeHead(status).end();
});
server.listen(Number(PORT), () => console.log('ready', server.address()));
