import type { DeliveryState } from '../../../shared/contract/schemas/deliveries.ts';
import type { DISABLED_REASONS, WebhookEvent, WebhookTest } from '../../../shared/contract/schemas/webhooks/webhook.ts';
import { amountOf, counted } from './amounts.ts';

const deliveries = (amount: number): string => counted(amount, 'delivery', 'deliveries');

export const WEBHOOK_TEXTS = {
  webhooks: {
    text: 'Send every submission to a chat, a spreadsheet or your own program.',
    guide: 'How to receive webhooks',
    none: 'No webhook yet',
    noneText: 'Choose where submissions go. They arrive within seconds.',
    add: 'Add webhook',
    added: 'The webhook’s secret',
    secret: 'secret of the webhook',
    verify: 'Your program uses it to verify that requests come from this service.',
    change: 'Change',
    changeTitle: 'Change webhook',
    url: 'URL',
    events: 'Events',
    eventsMissing: 'Choose at least one.',
    eventOf: {
      'submission.created': 'New submissions',
      'submission.updated': 'Submissions marked as read or spam',
      'submission.deleted': 'Deleted submissions',
    } satisfies Record<WebhookEvent, string>,
    spam: 'Include spam',
    spamHint: 'Otherwise a submission held as spam is sent once someone marks it as not spam.',
    withSpam: 'Includes spam',
    on: 'Send',
    off: 'Switched off: nothing is sent.',
    offBecause: {
      gone: 'Switched off: the receiver says that it no longer exists.',
      failing: 'Switched off: every delivery failed for five days.',
    } satisfies Record<(typeof DISABLED_REASONS)[number], string>,
    failing: 'Deliveries have been failing since',
    rotating: 'Requests are also signed with the previous secret until',
    rotate: 'New secret',
    rotateTitle: 'Create a new secret?',
    rotateText:
      'It is shown only once. For 24 hours requests are signed with both secrets, so that you have time to update your program.',
    rotated: 'The new secret',
    test: 'Send a test',
    testing: 'Sending…',
    delete: 'Delete',
    deleteTitle: 'Delete this webhook?',
    deleteText: 'Pending deliveries are not sent, and its delivery log is no longer available.',
    deleted: 'The webhook was deleted.',
  },

  attempts: {
    outcome: ({ status, error, durationMs }: Pick<WebhookTest, 'status' | 'error' | 'durationMs'>): string =>
      `${error === undefined || error === 'status' ? `Status ${status}` : ERRORS[error]}, after ${amountOf(durationMs)} ms`,
    arrived: 'Delivered.',
    failed: 'Not delivered.',
    answer: 'Start of the response',
  },

  log: {
    title: 'Deliveries',
    open: 'Deliveries',
    close: 'Hide deliveries',
    states: 'State',
    all: 'All',
    stateOf: { pending: 'Pending', sent: 'Delivered', failed: 'Failed', skipped: 'Not sent' } satisfies Record<
      DeliveryState,
      string
    >,
    skipped: 'The webhook was off, or the submission was deleted or held as spam, before it could be sent.',
    none: 'No deliveries. They are kept for 30 days from their last change.',
    attempts: (amount: number): string => counted(amount, 'attempt', 'attempts'),
    next: 'Next attempt:',
    openIt: 'Open the submission',
    refresh: 'Refresh',
    replay: 'Send again',
    replayAll: 'Resend failed…',
    replayTitle: 'Resend failed deliveries',
    replayText:
      'Resends every failed delivery in this period with its original webhook-id, so receivers can de-duplicate.',
    from: 'From',
    to: 'To',
    toHint: 'Leave empty to include everything up to now.',
    replayResult: { replayed: 'Being resent.', inProgress: 'Already being sent.', notFound: 'No longer stored.' },
    replayed: (amount: number): string =>
      amount === 0 ? 'No failed deliveries in this period.' : `${deliveries(amount)} will be resent.`,
    replaying: (amount: number): string => `${deliveries(amount)} so far…`,
  },
};

/** The reason for an attempt's failure. */
const ERRORS: Record<Exclude<WebhookTest['error'], 'status' | undefined>, string> = {
  interrupted: 'The service stopped before it knew the result',
  timeout: 'No complete response within 15 seconds',
  dns: 'DNS lookup failed',
  tls: 'Certificate not trusted',
  refused: 'Connection refused or lost',
  blocked: 'Not a public internet address',
  answer: 'The service rejected the message',
};
