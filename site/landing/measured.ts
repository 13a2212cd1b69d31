import { type Html, html } from '../html.ts';

/** Figures of docs/evidence.md and docs/cost.md. `test/unit/site/landing.test.ts` compares them. */
export const FIGURES = {
  faultRuns: '5,209',
  killedUnderLoad: '20',
  acknowledged: '7,306',
  schedules: '100,000',
  idleUsd: '0.92',
  usdPerThousand: '1.03',
  usdPerMillion: '119.70',
} as const;

/** What was measured, with its numbers. */
export const measured = (): Html => html`<section class="measured" aria-labelledby="measured">
<h2 id="measured">Measured, not promised</h2>
<dl>
${figure(FIGURES.faultRuns, 'runs with a fault at every call to AWS', '0 failures: nothing was lost or done by halves.')}
${figure(FIGURES.acknowledged, `submissions acknowledged while the service was killed (kill −9) ${FIGURES.killedUnderLoad} times`, 'All were stored and announced.')}
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
