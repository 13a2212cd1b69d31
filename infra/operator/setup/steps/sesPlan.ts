import { PutAccountPricingAttributesCommand } from '@aws-sdk/client-sesv2';
import { PRICES, type Price } from '../../cost/prices.ts';
import { readMailAccount } from '../identities.ts';
import { done, type Step } from '../step.ts';

const perThousand = ({ usd, per }: Price): string => ((usd / per) * 1_000).toFixed(2);
const [WITHOUT, ESSENTIALS] = [perThousand(PRICES.mail), perThousand(PRICES.mailOnEssentials)];

/** SES's plan, which decides the price of a mail. */
export const sesPlan: Step = {
  name: 'ses-plan',
  title: 'SES plan',
  find: async (setup) => {
    const { PricingAttributes: { CurrentPlan = 'NONE', NextPlan } = {} } = await readMailAccount(setup);
    if (CurrentPlan === 'NONE') {
      return done(`No plan: ${WITHOUT} dollars for a thousand mails.`);
    }
    if (NextPlan === 'NONE') {
      return done(`${CURRENT[CurrentPlan]}, and no plan from next month on.`);
    }
    // These cost a fee, so somebody chose them on purpose.
    if (CurrentPlan !== 'ESSENTIALS') return done(`${CURRENT[CurrentPlan]}, chosen by you.`);
    return {
      state: 'todo',
      found: `${CURRENT.ESSENTIALS}: ${ESSENTIALS} dollars for a thousand mails, for features that this service does not use.`,
      plan: 'Leave the plan, for everything that this account sends in this region.',
      costs: `${WITHOUT} dollars for a thousand mails`,
      act: async () => {
        await setup.clients.ses.send(new PutAccountPricingAttributesCommand({ Plan: 'NONE' }));
      },
    };
  },
};

const CURRENT = { ESSENTIALS: 'Plan Essentials', PRO: 'Plan Pro', ENTERPRISE: 'Plan Enterprise' } as const;
