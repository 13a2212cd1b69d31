import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { isSolved, newChallenge } from '../../../shared/intake/altcha.ts';
import { altchaWidget } from '../../../site/altchaWidget.ts';
import { openBrowser } from '../../support/browser.ts';
import { median } from './stats.ts';

/** How long a sender's browser takes for a challenge of ALTCHA, by the number of its workers. */
const RUNS = 11;
const secret = randomBytes(32).toString('hex');
const page = `<!doctype html><script src="/altcha.js" defer></script><form><altcha-widget challenge="/challenge"
  configuration='{"minDuration": 0}'></altcha-widget></form>`;

const server = createServer(async ({ url }, response) => {
  if (url === '/altcha.js') response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(altchaWidget().body);
  else if (url === '/challenge')
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(await newChallenge(secret, Date.now())));
  else response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await openBrowser();

async function timeOf(workers: number): Promise<number> {
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const [tookMs, answer] = await tab.evaluate(async (workers) => {
    const widget = document.querySelector('altcha-widget') as HTMLElement & {
      configure(options: object): void;
      verify(): Promise<{ payload: string }>;
    };
    await customElements.whenDefined('altcha-widget');
    widget.configure({ workers });
    const startedAt = performance.now();
    const { payload } = await widget.verify();
    return [performance.now() - startedAt, payload] as const;
  }, workers);
  if (!(await isSolved(secret, answer))) throw new Error('the widget’s answer is wrong');
  await tab.close();
  return tookMs;
}

try {
  console.log(`ALTCHA in Chromium on ${cpus().length} cores, medians of ${RUNS} challenges`);
  for (const workers of [1, 2, 4]) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await timeOf(workers));
    console.log(`${workers} workers: ${median(times).toFixed(0)} ms`);
  }
} finally {
  await browser.close();
  server.close();
}
