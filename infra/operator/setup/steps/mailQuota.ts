import type { SendQuota } from '@aws-sdk/client-sesv2';
import { readMailAccount } from '../identities.ts';
import type { Setup } from '../setup.ts';
import { blocked, done, type Finding, type Step } from '../step.ts';

/** SES's value for an unlimited quota, and the highest that the settings allow. */
const UNLIMITED = -1;
const MOST = { mailsPerSecond: 5_000, mailsPerDay: 100_000_000 };
/** The quota of SES's sandbox. */
const SANDBOX = { mailsPerSecond: 1, mailsPerDay: 200 };

/** The settings should use all of SES's quota. Functions adapt to a lower quota themselves. */
export const mailQuota: Step = {
  name: 'mail-quota',
  title: 'Mail quota',
  find: async (setup): Promise<Finding> => {
    const account = await readMailAccount(setup);
    const { SendQuota: quota = {}, SendingEnabled, EnforcementStatus } = account;
    if (SendingEnabled === false || EnforcementStatus === 'SHUTDOWN') {
      return blocked(
        `SES has paused sending for this account in this region (${EnforcementStatus}).`,
        'The SES console says why, and how to resume it.',
      );
    }
    const taken = quotaOf(quota);
    const found = `SES allows ${taken.mailsPerSecond} a second and ${taken.mailsPerDay} a day, of which ${quota.SentLast24Hours ?? 0} are used.`;
    // The sandbox is temporary, and its quota would stay in the settings.
    const { quota: saved = {} } = await setup.remembered();
    const changes = account.ProductionAccessEnabled ? changesTo(setup, taken, saved) : [];
    if (changes.length === 0) return done(found);
    return {
      state: 'todo',
      found,
      plan: `Set ${changes.map(([name, value]) => `${name} to ${value}`).join(' and ')} in cdk.json.`,
      act: async () => {
        for (const [name, value] of changes) setup.choices.setSetting(name, value);
        await setup.remember({ quota: { ...saved, ...Object.fromEntries(changes) } });
      },
    };
  },
};

type QuotaSetting = keyof typeof MOST;

function quotaOf({
  MaxSendRate = SANDBOX.mailsPerSecond,
  Max24HourSend = SANDBOX.mailsPerDay,
}: SendQuota): Record<QuotaSetting, number> {
  const within = (value: number, most: number) =>
    value === UNLIMITED ? most : Math.min(most, Math.max(1, Math.floor(value)));
  return {
    mailsPerSecond: within(MaxSendRate, MOST.mailsPerSecond),
    mailsPerDay: within(Max24HourSend, MOST.mailsPerDay),
  };
}

/**
 * A setting stays, lower or higher: several stacks share a quota, and other regions of this stack its settings. What setup
 * saved itself for this region, or once in the sandbox, is raised.
 */
function changesTo(
  { choices }: Setup,
  taken: Record<QuotaSetting, number>,
  saved: Partial<Record<QuotaSetting, number>>,
): [QuotaSetting, number][] {
  const names = Object.keys(MOST) as QuotaSetting[];
  const isOfSandbox = names.every((name) => choices.setting(name) === SANDBOX[name]);
  const isRight = (name: QuotaSetting) => {
    const chosen = isOfSandbox ? undefined : choices.setting(name);
    if (chosen === undefined) return choices.settings()[name] === taken[name];
    return chosen !== saved[name] || chosen >= taken[name];
  };
  return names.filter((name) => !isRight(name)).map((name) => [name, taken[name]]);
}
