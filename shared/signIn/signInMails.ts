import { UNKNOWN_LOCATION } from '../contract/choices.ts';
import { MUTED_HOURS, SIGN_IN_CODE_MINUTES } from '../contract/limits.ts';
import type { Role } from '../contract/roles.ts';
import { DASHBOARD_PATH } from '../contract/sitePages.ts';
import { type Message, render } from '../deliveries/channels/mail/message/message.ts';
import { countryName } from '../http/countryName.ts';
import { oneLine } from '../messages/outline.ts';
import { UNKNOWN_BROWSER } from './browserName.ts';
import type { RequestedCode } from './signInQueue.ts';

export interface Service {
  serviceName: string;
  siteUrl: string;
}

interface CodeMail extends Pick<RequestedCode, 'country' | 'browser'> {
  code: string;
  muteToken: string;
}

/** The mail with a code. A stranger may have asked for it, so it contains no text from the request. */
export function composeCodeMail(
  { code, muteToken, country, browser }: CodeMail,
  { serviceName, siteUrl }: Service,
): Message {
  const title = 'Your code to sign in';
  const known = countryName(country);
  const from = known === UNKNOWN_LOCATION ? 'an unknown country' : known;
  return {
    fromName: serviceName,
    // Without the code, which a locked screen would show.
    subject: title,
    ...render({
      title,
      heading: serviceName,
      introduction: [],
      fields: [
        { name: 'Code', lines: [code.replace(/\d{4}(?=\d)/g, '$& ')] },
        { name: 'Asked for from', lines: [`${from}, with ${browser ?? UNKNOWN_BROWSER}`] },
      ],
      remarks: [
        `The code is valid for ${SIGN_IN_CODE_MINUTES} minutes, and only in the browser tab that asked for it.`,
        'Keep it to yourself: nobody will ever ask you for it. If you did not ask for it, ignore this mail.',
        `To get no codes for ${MUTED_HOURS} hours, open ${siteUrl}${DASHBOARD_PATH}#mute=${muteToken}`,
      ],
      facts: [siteUrl],
    }),
  };
}

const MAY: Record<Role, string> = {
  reader: 'read its forms and submissions',
  editor: 'read its forms, and read, change and delete submissions',
  admin: 'manage its forms, submissions, webhooks, keys and members',
  owner: 'manage everything in it, including its owners',
};

interface InvitationMail {
  workspaceName: string;
  address: string;
  role: Role;
}

/** The mail to a new member. */
export function composeInvitation(
  { workspaceName, address, role }: InvitationMail,
  { serviceName, siteUrl }: Service,
): Message {
  const name = oneLine(workspaceName);
  const title = `You were added to ${name}`;
  return {
    fromName: serviceName,
    subject: title,
    ...render({
      title,
      heading: serviceName,
      introduction: [`You are now a member of the workspace ${name}: as ${role}, you can ${MAY[role]}.`],
      fields: [],
      remarks: [
        `To sign in, enter ${address} in the dashboard. You get a code by mail each time; there is no password.`,
      ],
      link: { text: 'Open the dashboard', url: `${siteUrl}${DASHBOARD_PATH}` },
      facts: [siteUrl],
    }),
  };
}
