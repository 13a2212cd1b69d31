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
    if (address === undefined) return askForSender(setup);
    const { senderIdentity } = await setup.remembered();
    const identities = await identitiesFor(setup, address);
    const ofAddress = identities.find(({ name }) => name === address);
    const ofDomain = identities.find(({ name }) => name !== address);
    if (senderIdentity === 'domain') return findSenderDomain(setup, domainOf(address));
    const verified = identities.find(({ VerifiedForSendingStatus }) => VerifiedForSendingStatus);
    if (verified) return done(`${address} is verified, by the identity ${verified.name}.`);
    if (ofAddress) return followLink(address);
    if (senderIdentity === 'address') return verifyAddress(setup, address);
    // Prefers to finish verifying a domain that was started.
    if (ofDomain) return findSenderDomain(setup, ofDomain.name);
    return askForKind(setup, address);
  },
};

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

const askForKind = (setup: Setup, address: string): Finding => ({
  state: 'todo',
  found: `Neither ${address} nor its domain is an identity in SES.`,
  plan: `Ask whether to verify ${address} alone, by a link in a mail, or all of ${domainOf(address)}, by DNS records (--sender-identity).`,
  asks: true,
  act: async () => {
    const isDomain = await setup.outside.questions.confirm(
      `Verify all of ${domainOf(address)} by DNS records? Its mails are then signed, and less likely to be marked as spam. ` +
        `Otherwise AWS mails a link to ${address}.`,
      false,
    );
    await setup.remember({ senderIdentity: isDomain ? 'domain' : 'address' });
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
