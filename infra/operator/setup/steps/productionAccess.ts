import { type AccountDetails, PutAccountDetailsCommand } from '@aws-sdk/client-sesv2';
import {
  CONFIRMATIONS_PER_ADDRESS_AND_ENDPOINT_MAX,
  CONFIRMATIONS_PER_ADDRESS_MAX,
} from '../../../../shared/contract/limits.ts';
import { SHARES_MAX } from '../../../../shared/storage/confirmations/confirmationBrakes.ts';
import { readMailAccount } from '../identities.ts';
import type { Setup } from '../setup.ts';
import { done, type Finding, type Step } from '../step.ts';
import { websiteProblem } from '../textProblems.ts';

const IN_SANDBOX = 'SES is in its sandbox: it only sends to verified addresses';

/** Leaving the sandbox, needed to mail recipients who have not confirmed their address, or many of them. */
export const productionAccess: Step = {
  name: 'production-access',
  title: 'SES sandbox',
  find: async (setup): Promise<Finding> => {
    const { ProductionAccessEnabled, SendQuota, Details } = await readMailAccount(setup);
    if (ProductionAccessEnabled) return done('SES sends to any address.');
    const { Status, CaseId } = Details?.ReviewDetails ?? {};
    const limits = `${IN_SANDBOX}, ${SendQuota?.Max24HourSend ?? 200} a day`;
    if (Status === 'PENDING') return done(`${limits}. AWS is reviewing the request${inCase(CaseId)}.`);
    if (Status === 'DENIED') {
      return done(
        `${limits}. AWS has denied production access${inCase(CaseId)}: respond in that case to have it reviewed again.`,
      );
    }
    return request(setup, `${limits}; enough for most contact forms.`, Details);
  },
};

const inCase = (caseId: string | undefined): string => (caseId ? ` in case ${caseId}` : '');

function request(setup: Setup, found: string, details: AccountDetails = {}): Finding {
  const given = setup.wishes.productionWebsite;
  return {
    state: 'todo',
    found,
    plan: 'Request production access with this text (--request-production <website>).',
    isOptional: given === undefined,
    lines: textFor(setup, given ?? details.WebsiteURL ?? 'https://…').split('\n'),
    act: async () => {
      const WebsiteURL = given ?? (await askForWebsite(setup));
      const command = new PutAccountDetailsCommand({
        MailType: 'TRANSACTIONAL',
        WebsiteURL,
        UseCaseDescription: textFor(setup, WebsiteURL),
        ContactLanguage: 'EN',
        ProductionAccessEnabled: true,
      });
      await setup.clients.ses.send(command);
    },
  };
}

const askForWebsite = ({ outside }: Setup): Promise<string> =>
  outside.questions.text({
    message: 'Which website has the forms?',
    option: '--request-production',
    placeholder: 'https://www.example.com',
    problem: websiteProblem,
  });

const percent = (share: number): string => `${share * 100} %`;

/** Answers for AWS: the mails and their recipients, how these opted in, how bounces and complaints are handled. */
const textFor = ({ choices }: Setup, website: string): string =>
  `We send notifications about submissions to the forms of ${website}, one mail for each submission.
Recipients are the addresses that we, the operators of a form, have entered for it. There is no mailing list and no
marketing. Each form has an hourly limit, beyond which submissions are combined into one digest every 15 minutes.
A form can also mail the address that its sender entered: it confirms the submission, or asks them to confirm their
address first (opt-in). An address gets at most ${CONFIRMATIONS_PER_ADDRESS_MAX} such mails in 24 hours, and ${CONFIRMATIONS_PER_ADDRESS_AND_ENDPOINT_MAX} an hour from one form,
which sends at most ${choices.settings().confirmationsPerHour} an hour. They have one-click unsubscribing (List-Unsubscribe) and their own configuration set,
and wait for a day when ${percent(SHARES_MAX.bounced)} of them bounce or ${percent(SHARES_MAX.complained)} are reported as spam.
We receive bounces and complaints through configuration sets and EventBridge, and show them next to the submission
that the mail was about. The address is then corrected or removed.`;
