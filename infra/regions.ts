import type { Settings } from './settings.ts';

/**
 * Regions with every resource type of the stack, from CloudFormation's own lists (cfn-lint 1.58.0, November 2026;
 * docs/development.md says how to check again). Most others lack Amazon SES.
 */
export const REGIONS = [
  'af-south-1',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-south-2',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-southeast-3',
  'ap-southeast-5',
  'ca-central-1',
  'ca-west-1',
  'eu-central-1',
  'eu-central-2',
  'eu-north-1',
  'eu-south-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'il-central-1',
  'me-central-1',
  'me-south-1',
  'sa-east-1',
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
];

/** Regions from the list above where CloudFormation cannot create budgets. */
export const REGIONS_WITHOUT_BUDGETS = [
  'af-south-1',
  'ap-northeast-3',
  'ap-south-2',
  'ap-southeast-3',
  'ap-southeast-5',
  'ca-west-1',
  'eu-central-2',
  'eu-north-1',
  'eu-south-1',
  'il-central-1',
  'me-central-1',
];

/** @throws Error that explains why the stack cannot be deployed to a region with these settings, or to an account, if known */
export function checkRegion(
  region: string,
  { monthlyBudgetUsd, tableStreamArn }: Pick<Settings, 'monthlyBudgetUsd' | 'tableStreamArn'>,
  account?: string,
): void {
  if (!REGIONS.includes(region)) {
    throw new Error(
      `The stack cannot be deployed in ${region}: AWS lacks some of its services there.\n` +
        `It can be deployed in ${REGIONS.join(', ')}.\nChoose one: export AWS_REGION=eu-central-1`,
    );
  }
  if (monthlyBudgetUsd !== undefined && REGIONS_WITHOUT_BUDGETS.includes(region)) {
    throw new Error(
      `monthlyBudgetUsd cannot be set in ${region}: CloudFormation cannot create budgets there. A budget covers the whole ` +
        'account: create it in the AWS Billing console, or with a stack in another region.',
    );
  }
  const [, , , regionOfTable, accountOfTable] = tableStreamArn?.split(':') ?? [];
  if (tableStreamArn && (regionOfTable !== region || (account && accountOfTable !== account))) {
    const place = account ? `${region} of the account ${account}` : region;
    throw new Error(`tableStreamArn must be in ${place}: the functions only find a table there.`);
  }
}
