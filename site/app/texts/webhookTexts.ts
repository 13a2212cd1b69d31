import type {
  DeliveryState,
  DISABLED_REASONS,
  WebhookEvent,
  WebhookTest,
} from '../../../shared/contract/schemas/webhook.ts';
import { amountOf, counted } from './amounts.ts';

const deliveries = (amount: number): string => counted(amount, 'delivery', 'deliveries');

export const WEBHOOK_TEXTS = {
  webhooks: {
    text: 'Other programs hear of submissions by signed requests to an address of theirs.',
    guide: 'How to receive them',
    none: 'No webhook yet',
    noneText:
      'Add the address of a program, and it is told of each submission within seconds: a chat, a spreadsheet, your own server.',
    add: 'Add webhook',
    added: 'The webhook’s secret',
    secret: 'secret of the webhook',
    verify: 'Your program checks with it that a request is from here.',
    change: 'Change',
    changeTitle: 'Change webhook',
    url: 'Address',
    urlHint: 'It starts with https and is on the public internet.',
    events: 'Tell it of',
    eventsMissing: 'Choose at least one.',
    eventOf: {
      'submission.created': 'New submissions',
      'submission.updated': 'Marks as read or spam',
      'submission.deleted': 'Deleted submissions',
    } satisfies Record<WebhookEvent, string>,
    spam: 'Spam, too',
    spamHint: 'Otherwise a submission that was taken for spam is sent once somebody says that it is none.',
    withSpam: 'Spam, too',
    saved: 'Saved.',
    on: 'Send',
    off: 'Switched off: nothing is sent.',
    offBecause: {
      gone: 'Switched off, since the receiver answered that it is gone (410).',
      failing: 'Switched off, since nothing arrived for five days.',
    } satisfies Record<(typeof DISABLED_REASONS)[number], string>,
    failing: 'Nothing arrives. First failure:',
    rotating: 'The former secret still signs along. It ends:',
    rotate: 'New secret',
    rotateTitle: 'Make a new secret?',
    rotateText:
      'You see it once. The old one signs along for 24 hours: requests carry both signatures, so that you have time to give your program the new one.',
    rotated: 'The new secret',
    test: 'Send a test',
    testing: 'Sending…',
    delete: 'Delete',
    deleteTitle: 'Delete this webhook?',
    deleteText: 'Nothing is sent to it any more, not even what is waiting, and its deliveries can no longer be read.',
    deleted: 'The webhook was deleted.',
  },

  attempts: {
    outcome: ({ status, error, durationMs }: Pick<WebhookTest, 'status' | 'error' | 'durationMs'>): string =>
      `${error === undefined || error === 'status' ? `Answered ${status}` : ERRORS[error]}, after ${amountOf(durationMs)} ms`,
    arrived: 'It arrived.',
    failed: 'It did not arrive.',
    answer: 'Beginning of the answer',
  },

  log: {
    title: 'Deliveries',
    open: 'Deliveries',
    close: 'Hide deliveries',
    states: 'State',
    all: 'All',
    stateOf: {
      pending: 'Waiting',
      sent: 'Arrived',
      failed: 'Failed',
      skipped: 'Not sent',
    } satisfies Record<DeliveryState, string>,
    skipped: 'Webhook or endpoint were switched off, or the submission deleted, before its turn came.',
    none: 'Nothing here. Deliveries are kept for 30 days, from their first attempt on.',
    attempts: (amount: number): string => counted(amount, 'attempt', 'attempts'),
    next: 'Next attempt:',
    openIt: 'Open the submission',
    more: 'Show more',
    refresh: 'Refresh',
    replay: 'Send again',
    replayAll: 'Send failed ones again…',
    replayTitle: 'Send failed deliveries again',
    replayText:
      'All that failed, of events in this time. Each keeps its webhook-id, so that a receiver knows it again.',
    from: 'From',
    to: 'To',
    toHint: 'Empty for until now.',
    replayResult: {
      replayed: 'It is being sent again.',
      inProgress: 'It is being sent right now.',
      notFound: 'It is no longer kept.',
    },
    replayed: (amount: number): string =>
      amount === 0
        ? 'Nothing failed in this time.'
        : `${deliveries(amount)} ${amount === 1 ? 'is' : 'are'} sent again.`,
    replaying: (amount: number): string => `${deliveries(amount)} so far…`,
  },
};

/** Why there was no answer, or one that does not count. */
const ERRORS: Record<Exclude<WebhookTest['error'], 'status' | undefined>, string> = {
  timeout: 'No whole answer within 15 seconds',
  dns: 'Its name leads nowhere',
  tls: 'Its certificate is not trusted',
  refused: 'The connection was refused, or broke off',
  blocked: 'Its address is not on the public internet',
};
