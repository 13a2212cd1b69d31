import { ListSubscriptionsByTopicCommand, SubscribeCommand } from '@aws-sdk/client-sns';
import { findService } from '../deployedStack.ts';
import type { Setup } from '../setup.ts';
import { blocked, done, type Finding, type Step, waiting } from '../step.ts';
import { addressProblem } from '../textProblems.ts';

/** Asks for the recipient of alarms before the deployment, which creates the subscription. */
export const alarmAddress: Step = {
  name: 'alarm-address',
  title: 'Alarm address',
  find: async (setup) => {
    const address = setup.choices.setting('alarmAddress');
    if (address) return done(`Alarms go to ${address}.`);
    if ((await setup.remembered()).skip?.includes('alarm-address')) return done('Nobody gets alarms, as you chose.');
    return {
      state: 'todo',
      found: 'Alarms are not mailed to anyone.',
      plan: 'Ask for an address (--alarm-address), which may be empty.',
      isOptional: true,
      asks: true,
      act: () => askForAddress(setup),
    };
  },
};

async function askForAddress(setup: Setup): Promise<undefined> {
  const address = await setup.outside.questions.text({
    message: 'Who gets a mail when an alarm goes off? Leave it empty for nobody.',
    option: '--alarm-address',
    placeholder: 'you@example.com',
    problem: (text) => (text === '' ? undefined : addressProblem(text)),
  });
  if (address !== '') setup.choices.setSetting('alarmAddress', address);
  else await setup.remember({ skip: [...((await setup.remembered()).skip ?? []), 'alarm-address'] });
}

/** AWS asks the address once to confirm the subscription. */
export const alarmConfirmation: Step = {
  name: 'alarm-confirmation',
  title: 'Alarm confirmation',
  find: async (setup) => {
    const address = setup.choices.setting('alarmAddress');
    if (!address) return done('No alarm address is chosen.');
    const service = await findService(setup);
    if (!service) return blocked(`${address} is not subscribed to the alarms.`, 'Deploy, which subscribes it.');
    const subscriptions = await subscriptionsOf(setup, service.alarmTopic, address);
    if (subscriptions.some((arn) => arn.startsWith('arn:'))) return done(`${address} has confirmed.`);
    if (!subscriptions.includes(UNCONFIRMED)) return subscribe(setup, service.alarmTopic, address);
    return waiting(
      `${address} has not confirmed.`,
      `Follow "Confirm subscription" in the mail that AWS sent to ${address}.`,
    );
  },
};

/** Appears instead of a subscription's ARN until it is confirmed; deleted ones have another text. */
const UNCONFIRMED = 'PendingConfirmation';

/** Subscribes an address like the deployment, which cannot repair it: CloudFormation does not see that AWS deleted it. */
const subscribe = ({ clients }: Setup, TopicArn: string, Endpoint: string): Finding => ({
  state: 'todo',
  found: `${Endpoint} is not subscribed to the alarms: AWS deletes subscriptions that are not confirmed in 48 hours.`,
  plan: `Subscribe it again; AWS mails a link to ${Endpoint}.`,
  act: async () => {
    await clients.sns.send(new SubscribeCommand({ TopicArn, Protocol: 'email', Endpoint }));
    return undefined;
  },
});

/** The ARNs of an address's subscriptions. */
async function subscriptionsOf({ clients }: Setup, TopicArn: string, address: string): Promise<string[]> {
  const { Subscriptions = [] } = await clients.sns.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  return Subscriptions.flatMap(({ Endpoint, SubscriptionArn }) =>
    Endpoint === address && SubscriptionArn ? [SubscriptionArn] : [],
  );
}
