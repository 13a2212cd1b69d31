import { createIdentity, domainOf, identitiesFor } from '../identities.ts';
import { findSenderDomain } from '../senderDomain.ts';
import type { Setup } from '../setup.ts';
import { done, type Finding, type Step, waiting } from '../step.ts';
import { addressProblem } from '../textProblems.ts';

/** The sender's address must be an SES identity, itself or through its domain. */
export const sender: Step = {
  name: 'sender',
  title: 'Sender',
  find: async (setup) => {
    const address = setup.choices.setting('senderAddress');
    return address === undefined ? askForSender(setup) : findSender(setup, address, 'senderIdentity');
  },
};

/** Verifies the address of confirmations, in a separate step for which the test submission does not wait. */
export const confirmationSender: Step = {
  name: 'confirmation-sender',
  title: 'Sender of confirmations',
  find: async (setup) => {
    const address = setup.choices.setting('confirmationAddress');
    return address === undefined || address === setup.choices.setting('senderAddress')
      ? done('Confirmations come from the address of notifications.')
      : findSender(setup, address, 'confirmationIdentity');
  },
};

/** The choice between address and domain. */
type KindChoice = 'senderIdentity' | 'confirmationIdentity';

async function findSender(setup: Setup, address: string, choice: KindChoice): Promise<Finding> {
  const { [choice]: kind } = await setup.remembered();
  if (kind === 'domain') return findSenderDomain(setup, domainOf(address));
  const identities = await identitiesFor(setup, address);
  const verified = identities.find(({ VerifiedForSendingStatus }) => VerifiedForSendingStatus);
  if (verified) return done(`${address} is verified, by the identity ${verified.name}.`);
  if (identities.some(({ name }) => name === address)) return followLink(address);
  if (kind === 'address') return verifyAddress(setup, address);
  // Prefers to finish verifying a domain that was started.
  const [ofDomain] = identities;
  return ofDomain ? findSenderDomain(setup, ofDomain.name) : askForKind(setup, address, choice);
}

const askForSender = (setup: Setup): Finding => ({
  state: 'todo',
  found: 'No sender is chosen.',
  plan: 'Ask for the address that notifications come from (--sender).',
  asks: true,
  act: async () => {
    const question = {
      message: 'Which address do notifications come from?',
      option: '--sender',
      placeholder: 'forms@example.com',
      problem: addressProblem,
    };
    setup.choices.setSetting('senderAddress', await setup.outside.questions.text(question));
  },
});

const askForKind = (setup: Setup, address: string, choice: KindChoice): Finding => ({
  state: 'todo',
  found: `Neither ${address} nor its domain is an identity in SES.`,
  plan: `Ask whether to verify ${address} alone, by a link in a mail, or all of ${domainOf(address)}, by DNS records${choice === 'senderIdentity' ? ' (--sender-identity)' : ''}.`,
  asks: true,
  act: async () => {
    const isDomain = await setup.outside.questions.confirm(
      `Verify all of ${domainOf(address)} by DNS records? Its mails are then signed, and less likely to be marked as spam. ` +
        `Otherwise AWS mails a link to ${address}.`,
      false,
    );
    await setup.remember({ [choice]: isDomain ? 'domain' : 'address' });
  },
});

const followLink = (address: string): Finding =>
  waiting(`${address} is not verified yet.`, `Follow the link in the mail that AWS sent to ${address}.`);

const verifyAddress = (setup: Setup, address: string): Finding => ({
  state: 'todo',
  found: `SES has no identity ${address}.`,
  plan: `Let AWS mail you a link to ${address}.`,
  act: async () => {
    await createIdentity(setup, address);
  },
});
