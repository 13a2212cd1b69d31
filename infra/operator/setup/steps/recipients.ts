import { createIdentity, identitiesFor, readMailAccount } from '../identities.ts';
import type { Setup } from '../setup.ts';
import { done, type Finding, type Step, waiting } from '../step.ts';
import { addressesIn, addressesProblem } from '../textProblems.ts';

/** The recipients of mails. In the sandbox SES only sends to confirmed addresses. */
export const recipients: Step = {
  name: 'recipients',
  title: 'Recipients',
  find: async (setup) => {
    const { recipients: addresses } = await setup.remembered();
    if (addresses === undefined) return askForRecipients(setup);
    return (await findUnverified(setup, addresses)) ?? done(`${addresses.join(', ')}: SES sends to them.`);
  },
};

/** What is left to do until SES sends to these addresses, which in the sandbox have to be verified. */
export async function findUnverified(setup: Setup, addresses: readonly string[]): Promise<Finding | undefined> {
  const { ProductionAccessEnabled } = await readMailAccount(setup);
  if (ProductionAccessEnabled) return undefined;
  const found = await Promise.all(
    addresses.map(async (address) => {
      const identities = await identitiesFor(setup, address);
      const isVerified = identities.some(({ VerifiedForSendingStatus }) => VerifiedForSendingStatus);
      return { address, isVerified, isAsked: identities.some(({ name }) => name === address) };
    }),
  );
  const unverified = found.filter(({ isVerified }) => !isVerified);
  const listed = (each: typeof found) => each.map(({ address }) => address).join(', ');
  if (unverified.length === 0) return undefined;
  const unasked = unverified.filter(({ isAsked }) => !isAsked);
  if (unasked.length === 0) {
    return waiting(
      `SES does not send to ${listed(unverified)} yet.`,
      'Each of them follows the link in the mail from AWS.',
    );
  }
  return {
    state: 'todo',
    found: `In the sandbox SES does not send to ${listed(unasked)}.`,
    plan: 'Let AWS mail each of them a link to follow.',
    act: async () => {
      for (const { address } of unasked) await createIdentity(setup, address);
    },
  };
}

const askForRecipients = (setup: Setup): Finding => ({
  state: 'todo',
  found: 'No recipients are chosen.',
  plan: 'Ask who gets a mail for each submission to the first form (--recipients).',
  asks: true,
  act: async () => {
    const question = {
      message: 'Who gets a mail for each submission? Separate several addresses by commas.',
      option: '--recipients',
      placeholder: 'you@example.com',
      problem: addressesProblem,
    };
    await setup.remember({ recipients: addressesIn(await setup.outside.questions.text(question)) });
  },
});
