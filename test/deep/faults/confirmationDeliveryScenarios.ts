import { Confirmation } from '../../../shared/contract/schemas/confirmations/confirmation.ts';
import { storeUnsubscribed } from '../../../shared/storage/confirmations/unsubscribed.ts';
import { givenMailbox } from './confirmationScenarios.ts';
import type { Consumption } from './consumers.ts';
import { confirmationsIn, submit } from './deliveryChecks.ts';
import type { Scenario } from './scenarios.ts';
import type { SimulatedCloud } from './simulatedCloud.ts';
import { SENDERS } from './submissionScenarios.ts';

const CONFIRMATION = Confirmation.parse({ subject: 'Thank you', text: 'We got your message on {{date}}.' });

/**
 * One sender submits twice, with two spellings of an address, which gets one confirmation an hour. Another sender has
 * unsubscribed.
 */
const confirming = async (cloud: SimulatedCloud): Promise<Consumption> => {
  const { id: endpointId } = await cloud.newEndpoint({ emailNotifications: false, confirmation: CONFIRMATION });
  const { mailbox } = await givenMailbox(cloud, SENDERS.unsubscribed);
  await storeUnsubscribed(cloud.services.table, mailbox);
  const ids: string[] = [];
  return {
    run: async () => {
      for (const email of [SENDERS.first, SENDERS.firstAgain, SENDERS.unsubscribed])
        ids.push(await submit(cloud, endpointId, { data: { email } }));
      await cloud.settle();
      await cloud.redriveAll();
    },
    check: async () => {
      const records = cloud.records().filter(({ channel }) => channel === 'confirmation');
      const mails = confirmationsIn(cloud);
      const stateOf = (id: string) => records.find(({ about }) => about === id)?.state;
      const mailsAbout = (id: string) => mails.filter(({ about }) => about === id).length;
      // A mail that SES may have accepted is not resent, and is listed with that reason.
      const mayBeInterrupted = cloud.plan.excusesDoubles || cloud.plan.struck > 1;
      const isExcused = records.some(
        ({ state, reason }) => state === 'failed' || (mayBeInterrupted && reason === 'interrupted'),
      );
      return [
        ...ids.filter((id) => stateOf(id) === undefined).map((id) => `nothing has the outcome of ${id}`),
        ...ids.filter((id) => stateOf(id) === 'sent' && mailsAbout(id) !== 1).map((id) => `${id} was not confirmed`),
        ...(mails.length === 0 && !isExcused ? ['no confirmation was sent'] : []),
        ...(mails.length > 1 ? [`${mails.length} confirmations went to one mailbox`] : []),
        ...mails
          .filter(({ recipient }) => recipient === SENDERS.unsubscribed)
          .map(({ about }) => `${about} was confirmed to somebody who has unsubscribed`),
      ];
    },
  };
};

export const confirmationDeliveryScenarios: Scenario<Consumption>[] = [
  { name: 'confirmations, one of them to somebody who has unsubscribed', begin: confirming },
];
