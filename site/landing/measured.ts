import { type Html, html } from '../html.ts';

/** Figures of docs/evidence.md and docs/cost.md, compared by `test/unit/site/landing/measured.test.ts`. */
export const FIGURES = {
  requests: '1,001,789',
  searches: '100,000',
  schedules: '100,000',
  faults: '12,692',
  kills: '20',
  idleUsd: '0.92',
  usdPerThousand: '1.03',
  usdPerMillion: '111.90',
} as const;

export const measured = (): Html => html`<section class="measured" aria-labelledby="measured">
<h2 id="measured">Measured, not promised</h2>
<dl>
${figure(FIGURES.faults, 'faults of AWS, one at every call of every function', 'No submission, mail or webhook was lost.')}
${figure(`${FIGURES.kills} × kill −9`, 'of the service under load', 'Every acknowledged submission was stored, mailed and sent to the webhook; a few were sent twice.')}
${figure(FIGURES.requests, 'random requests, valid and invalid, by several workspaces', 'No server error, and every response was as specified.')}
${figure(FIGURES.schedules, 'interleavings of readers, writers and crashes', 'Every page number and count was right afterwards.')}
${figure(FIGURES.searches, 'random searches during changes', 'Each found exactly what a full scan finds.')}
${figure(`$${FIGURES.idleUsd}`, 'a month without submissions', `$${FIGURES.usdPerThousand} with 1,000, $${FIGURES.usdPerMillion} with a million, mails included. Estimated from list prices.`)}
</dl>
<p class="soft">One command repeats each measurement on your machine. The kills ran on the local service, the rest on the same code with a simulated AWS. The service has not run in AWS yet.</p>
</section>`;

const figure = (
  value: string,
  what: string,
  result: string,
): Html => html`<div><dt><strong>${value}</strong> ${what}</dt>
<dd>${result}</dd></div>
`;
