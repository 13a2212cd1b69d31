import { deployedTemplate, findService } from './deployedStack.ts';
import { readMailAccount } from './identities.ts';
import { type MonthlyCost, monthlyCost } from './monthlyCost.ts';
import type { Setup } from './setup.ts';

/** URLs of the service, and its monthly cost. */
export interface Summary {
  stack: string;
  api: string;
  pages: string;
  dashboard: string;
  monthlyCost: MonthlyCost[];
  remove: string;
}

/** @returns undefined while nothing is deployed */
export async function summaryOf(setup: Setup): Promise<Summary | undefined> {
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
    remove: 'npm run setup -- --remove',
  };
}

export const summaryLines = ({ api, pages, dashboard, monthlyCost: costs, remove }: Summary): string[] => [
  '',
  `API        ${api}`,
  `Pages      ${pages}`,
  `Dashboard  ${dashboard}`,
  `Cost       ${costs.map(costOf).join(', ')}`,
  '           (US dollars a month by the prices of us-east-1, beyond the free tier; npm run cost has more)',
  `Removing   ${remove}`,
];

const costOf = ({ submissions, usd }: MonthlyCost): string =>
  `${usd.toFixed(2)} ${submissions === 0 ? 'idle' : `with ${submissions.toLocaleString('en-US')} submissions`}`;
