import { isId } from '../../../contract/ids.ts';
import { type ChannelEvents, isWanted } from '../../events.ts';
import { parseDigestId } from './digests/digestId.ts';
import { parseSwitchOffId } from './switchOff/switchOffId.ts';

export const DIGEST_DUE = 'digest.due';
export const WEBHOOK_DISABLED = 'webhook.disabled';

const isDigest = (about: string): boolean => parseDigestId(about) !== undefined;
const isSwitchOff = (about: string): boolean => parseSwitchOffId(about) !== undefined;

/** True if mails can be about this id. */
export const isMailSubject = (id: string): boolean => isId('submission', id) || isDigest(id) || isSwitchOff(id);

export const mailEvents: ChannelEvents = {
  isAbout: (event) =>
    isWanted(event) ||
    (event.event === DIGEST_DUE && isDigest(event.about)) ||
    (event.event === WEBHOOK_DISABLED && isSwitchOff(event.about)),
};
