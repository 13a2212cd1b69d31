import { html } from '../html.ts';
import { example } from './examples.ts';
import type { Section } from './section.ts';

/** Forms that stay on their page. */
export const FETCH: Section = {
  id: 'fetch',
  title: 'With fetch',
  body: html`<p>A script can send the form without leaving the page, say beside each field what is wrong with it, and say thank you in place. The form stays an ordinary one: where the script does not run, it works as before.</p>
${example('fetch.html', 'HTML: the form')}
${example('contact.js', 'contact.js')}
<ul>
<li><code>Accept: application/json</code> asks for an answer instead of a redirect: status 201, or an <a href="/errors">error</a> with <code>code</code> and <code>message</code>.</li>
<li>Pages of any origin may send. Cookies play no part.</li>
<li>Let the browser write the <code>Content-Type</code> of <code>FormData</code>: it adds the boundary between the fields.</li>
</ul>
<p>What is not text is sent as JSON, and keeps its types: numbers, <code>true</code> and <code>false</code>, lists, objects.</p>
${example('send-json.js', 'JavaScript: send JSON')}`,
};

export const REACT: Section = {
  id: 'react',
  title: 'In React',
  body: html`<p>The same as a component. Where it is rendered on a server too, the form works before its script has loaded.</p>
${example('ContactForm.jsx', 'ContactForm.jsx')}`,
};
