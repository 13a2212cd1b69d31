import { type Html, html } from '../html.ts';

/** Figures of docs/evidence.md and docs/cost.md. `test/unit/site/landing.test.ts` compares them. */
export const FIGURES = {
  requests: '1,001,789',
  searches: '100,000',
  schedules: '100,000',
  idleUsd: '0.92',
  usdPerThousand: '1.03',
  usdPerMillion: '119.70',
} as const;

/** What was measured, with its numbers. */
export const measured = (): Html => html`<section class="measured" aria-labelledby="measured">
<h2 id="measured">Measured, not promised</h2>
<dl>
${figure(FIGURES.requests, 'random requests, valid and invalid, by several workspaces', 'No server error, and every answer was what the contract says.')}
${figure(FIGURES.searches, 'random searches while submissions came and went', 'Each found what a plain list finds.')}
${figure(FIGURES.schedules, 'interleavings of readers, writers and crashes', '0 failures: the index of pages was right after each.')}
${figure(`$${FIGURES.idleUsd}`, 'a month when nothing comes in', `$${FIGURES.usdPerThousand} with 1,000 submissions, $${FIGURES.usdPerMillion} with a million, mails included. Estimated from list prices.`)}
</dl>
<p class="soft">Each can be repeated with one command. They ran on the local service, which runs the same stack on one machine; the service has not run in AWS yet.</p>
</section>`;

const figure = (
  value: string,
  what: string,
  result: string,
): Html => html`<div><dt><strong>${value}</strong> ${what}</dt>
<dd>${result}</dd></div>
`;
