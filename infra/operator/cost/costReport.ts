import { LOCAL_SENDER_ADDRESS } from '../../localService/template.ts';
import { type Line, totalBeyondFree, totalOf, totalOnEssentials } from './bill.ts';
import { estimate } from './estimate.ts';
import { PRICES } from './prices.ts';
import { readStackFacts } from './stackFacts.ts';
import { describe, textReport } from './textReport.ts';
import { type Workload, workloadOf } from './workload.ts';

interface CostOptions extends Partial<Workload> {
  submissions: number;
  scan?: true | undefined;
  json?: true | undefined;
}

/** The output of `npm run cost`: text, or an object with `json`. */
export async function costReport(options: CostOptions): Promise<unknown> {
  const { json, scan, submissions, ...given } = options;
  const workload: Workload = { ...workloadOf(submissions), ...given };
  const facts = await factsOfBoth(scan);
  const lines = { essential: estimate(workload, facts.essential), full: estimate(workload, facts.full) };
  if (!json) return textReport(workload, lines);
  const description = describe(workload);
  return { workload, description, essential: billOf(lines.essential), full: billOf(lines.full) };
}

/** Other settings hardly change the cost. The sender address is that of `npm start`, to reuse its cached app. */
const factsWith = (monitoring: 'essential' | 'full', scanFiles: boolean) =>
  readStackFacts({ senderAddress: LOCAL_SENDER_ADDRESS, monitoring, scanFiles });
const factsOfBoth = async (scanFiles = false) => ({
  essential: await factsWith('essential', scanFiles),
  full: await factsWith('full', scanFiles),
});

function billOf(lines: Line[]) {
  return {
    lines: lines.map(({ price, ...line }) => ({ ...PRICES[price], ...line, unitUsd: PRICES[price].usd })),
    totalUsd: totalBeyondFree(lines),
    totalUsdOnSesEssentials: totalOnEssentials(lines),
    listUsd: totalOf(lines),
  };
}
