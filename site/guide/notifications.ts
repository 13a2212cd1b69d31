import { TARGET_EMAILS_MAX } from '../../shared/contract/limits.ts';
import { html } from '../html.ts';
import { example } from './examples.ts';
import type { Section } from './section.ts';

/** The mails. */
export const NOTIFICATIONS: Section = {
  id: 'notifications',
  title: 'Notifications',
  body: html`<p>Each submission is announced to every address in the endpoint’s <code>targetEmails</code>, up to ${TARGET_EMAILS_MAX}, in a mail of its own. None is lost: while mail cannot be sent, the service tries again for up to three days. The endpoint counts as it is at the moment of sending.</p>
<p><strong>Reply-To</strong> is the sender’s own address, so that you can simply answer. It is taken from a field named <code>email</code>, <code>_replyto</code> or the like. If there are several such fields with different addresses, or none with a valid one, there is no Reply-To.</p>
<p><strong>The same mail twice</strong> is possible, though rarely: when the service is interrupted between sending a mail and noting that it was sent.</p>
<p><strong>When very many come</strong> within an hour, those beyond what the operator allows are announced in a digest instead: one mail each quarter of an hour that says how many there are and shows the first ones.</p>
<p>To have no mails, switch them off; submissions are stored as before.</p>
${example('stop-notifications.sh', 'Terminal: no mails for an endpoint')}

<h3>When a mail fails</h3>
<p>An address that does not exist, a bounce or a complaint holds up nothing else; nor does a form that is flooded. It is noted with its reason, and the operator of the service can list what failed, mend the cause, and send it again to the addresses that the endpoint has now:</p>
${example('failed-notifications.sh', 'Terminal of the operator: what failed')}
${example('redrive-notifications.sh', 'Terminal of the operator: send it again')}
<p>Sending again may be repeated and interrupted at any time: what was sent is not sent once more.</p>`,
};
