import { html } from '../html.ts';
import { example } from './examples.ts';
import type { Section } from './section.ts';

/** The life of a key. */
export const KEYS: Section = {
  id: 'keys',
  title: 'Keys',
  body: html`<p>A key opens its whole workspace. Keep it on servers and in terminals, never in a web page: forms need none.</p>

<h3>Create</h3>
${example('create-key.sh', 'Terminal: create a key')}
<p>The secret (<code>fbk_…</code>) is in the response header <code>X-Api-Key-Secret</code>, this once. Only a hash of it is stored: nobody can read it again. The body tells the key’s <code>id</code> (<code>key_…</code>), by which you manage it.</p>

<h3>Permissions</h3>
<p>A key with the permission <code>read</code> may call every GET operation and verify keys; one with <code>write</code> may do everything. Keys made over the API may write, like the key that made them. The operator of the service can make either. A read-only key has <code>"permission": "read"</code> in answers; one that may write has no such field:</p>
${example('operator-key.sh', 'Terminal of the operator: a key that only reads')}

<h3>Expiry</h3>
<p><code>expiresAt</code> is sent as a duration from now, such as <code>1-day</code>, <code>2-weeks</code>, <code>90-days</code>, <code>6-months</code> or <code>1-year</code>, or as <code>never</code>; an end after the year 9999 is refused. It comes back as a moment in UTC. A key that expires can neither make a key nor prolong one, itself included, beyond its own expiry: that is <a href="/errors/FORBIDDEN">FORBIDDEN</a>. To give a key more time, or less, set it again:</p>
${example('update-key.sh', 'Terminal: a new expiry')}

<h3>Rotate</h3>
<ol>
<li>Create a new key, as above, and put its secret wherever the old one is in use.</li>
<li>Make sure that the new one works: verify it, or call anything with it.</li>
<li>List the keys: <code>lastAccess</code> of the old one stands still when nothing uses it any more. It is up to a minute behind.</li>
<li>Delete the old one.</li>
</ol>
${example('verify-key.sh', 'Terminal: would this key be accepted now?')}
${example('list-keys.sh', 'Terminal: list the keys')}

<h3>Revoke</h3>
<p>A deleted key is refused from the very next request on. A key may delete itself.</p>
${example('delete-key.sh', 'Terminal: delete a key')}`,
};
