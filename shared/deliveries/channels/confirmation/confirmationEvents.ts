import { isOfPending } from '../../../changes/change.ts';
import { isId } from '../../../contract/ids.ts';
import { type ChannelEvents, commonOf, isWanted } from '../../events.ts';

export const ASKED = 'confirmation.asked';

/** More of an endpoint's waiting confirmations may be sent. */
export const RELEASE = 'confirmations.released';

export const confirmationEvents: ChannelEvents = {
  isAbout: (event) =>
    isWanted(event) ||
    (event.event === ASKED && isId('submission', event.about)) ||
    (event.event === RELEASE && isId('endpoint', event.about)),
  ownEventsOf: (change) => {
    if (!isOfPending(change)) return [];
    const { kind, at, before, after } = change;
    const isAsked = kind === 'pendingCreated' || (kind === 'pendingChanged' && before.resends !== after.resends);
    if (!isAsked) return [];
    return [{ ...commonOf(change), event: ASKED, at, sequence: String(after.resends ?? 0), isOfSpam: false }];
  },
};
