import { amountOf, LOCALE } from './amounts.ts';
import { AUDIT_TEXTS } from './auditTexts.ts';
import { ENDPOINT_TEXTS } from './endpointTexts.ts';
import { FIELD_TEXTS } from './fieldTexts.ts';
import { FORMAT_TEXTS } from './formatTexts.ts';
import { FRAME_TEXTS } from './frameTexts.ts';
import { INBOX_TEXTS } from './inboxTexts.ts';
import { KEY_TEXTS } from './keyTexts.ts';
import { MEMBER_TEXTS } from './memberTexts.ts';
import { OVERVIEW_TEXTS } from './overviewTexts.ts';
import { WEBHOOK_TEXTS } from './webhookTexts.ts';

/** All texts of the dashboard. Another language is another object of this type. */
export const TEXTS = {
  locale: LOCALE,
  product: globalThis.document?.querySelector<HTMLMetaElement>('meta[name=service-name]')?.content || 'Forms backend',
  loading: 'Loading',
  justNow: 'just now',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser did not allow copying.',
  shownOnce: 'Copy it now: it is shown only once.',
  secretCopied: 'I have copied it',
  save: 'Save',
  saved: 'Saved.',
  unsaved: 'Unsaved changes',
  discard: 'Discard',
  changedElsewhere: (names: string): string =>
    `Somebody else has changed this in the meantime: ${names}. Save again to replace it, or discard your changes.`,
  more: 'Show more',
  moreInGuide: 'More in the guide',
  close: 'Close',
  cancel: 'Cancel',
  messages: 'Messages',
  needsWrite: 'Your key is read-only.',
  needsRole: 'Your role does not allow this.',
  needsEndpoints: 'Your key does not allow endpoints, which this dashboard needs to show submissions.',
  amount: amountOf,
  unreadable: (ids: readonly string[]): string => `${amountOf(ids.length)} could not be read: ${ids.join(', ')}`,
  unknownSettings: (names: readonly string[]): string =>
    `A newer version stored settings that this one does not know: ${names.join(', ')}. They stay until you change them here.`,
  ...FRAME_TEXTS,
  ...ENDPOINT_TEXTS,
  ...FIELD_TEXTS,
  ...INBOX_TEXTS,
  ...KEY_TEXTS,
  ...MEMBER_TEXTS,
  ...AUDIT_TEXTS,
  ...OVERVIEW_TEXTS,
  ...WEBHOOK_TEXTS,
  ...FORMAT_TEXTS,
};
