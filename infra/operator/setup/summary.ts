import { Template } from '../../localService/template.ts';
import { totalBeyondFree, totalOnEssentials } from '../cost/bill.ts';
import { estimate } from '../cost/estimate.ts';
import { factsOf } from '../cost/stackFacts.ts';
import { workloadOf } from '../cost/workload.ts';
import { deployedTemplate, findService } from './deployedStack.ts';
import { readMailAccount } from './identities.ts';
import type { Setup } from './setup.ts';
import { setupWith } from './shownCommands.ts';

/** Submissions a month, with one mail each, for the displayed cost. */
const VOLUMES = [0, 1_000, 100_000];

/** The monthly cost of a stack, from its template and SES's plan, at us-east-1 prices beyond AWS's free tier. */
export function monthlyCost(template: string, hasEssentials: boolean) {
  const facts = factsOf(new Template('', JSON.parse(template).Resources));
  const total = hasEssentials ? totalOnEssentials : totalBeyondFree;
  return VOLUMES.map((submissions) => ({ submissions, usd: total(estimate(workloadOf(submissions), facts)) }));
}

/** URLs of the service, and its monthly cost; undefined while nothing is deployed. */
export async function summaryOf(setup: Setup) {
  const service = await findService(setup);
  if (!service) return undefined;
  const { PricingAttributes } = await readMailAccount(setup);
  const template = await deployedTemplate(setup);
  return {
    stack: setup.stackName,
    api: service.apiUrl,
    pages: service.siteUrl,
    dashboard: `${service.siteUrl}/app`,
    monthlyCost: monthlyCost(template, PricingAttributes?.CurrentPlan === 'ESSENTIALS'),
    smoke: `npm run smoke -- --url ${service.apiUrl} --site ${service.siteUrl} --stack ${setup.stackName} --key fbk_…`,
    remove: setupWith(setup, '--remove'),
  };
}

type Summary = NonNullable<Awaited<ReturnType<typeof summaryOf>>>;

export const summaryLines = ({ api, pages, dashboard, monthlyCost: costs, smoke, remove }: Summary): string[] => [
  '',
  `API        ${api}`,
  `Pages      ${pages}`,
  `Dashboard  ${dashboard}`,
  `Cost       ${costs.map(costOf).join(', ')}`,
  '           (US dollars a month by the prices of us-east-1, beyond the free tier; npm run cost has more)',
  `Removing   ${remove}`,
  `Now run    ${smoke}`,
  '           (setup writes with your permissions; this calls each operation with its own)',
];

const costOf = ({ submissions, usd }: Summary['monthlyCost'][number]): string =>
  `${usd.toFixed(2)} ${submissions === 0 ? 'idle' : `with ${submissions.toLocaleString('en-US')} submissions`}`;
