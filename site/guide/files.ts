import { FILE_BYTES_MAX, FILE_URL_VALID_S, FILES_MAX, FORM_BODY_BYTES_MAX } from '../../shared/contract/limits.ts';
import { html } from '../html.ts';
import { example } from './examples.ts';
import type { Section } from './section.ts';

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000)} MB`;

/** How a form sends files, and how to get at them. */
export const FILES: Section = {
  id: 'files',
  title: 'Files',
  body: html`<p>An endpoint takes no files until you say which: how many (at most ${FILES_MAX}), how large each may be (at most ${megabytes(FILE_BYTES_MAX)}) and of which types. Programs, scripts, HTML, SVG and documents with macros are refused whatever you say.</p>
${example('set-files.sh', 'Terminal: take images and PDF')}
<p>An ordinary form with <code>enctype="multipart/form-data"</code> then sends up to ${megabytes(FORM_BODY_BYTES_MAX)} in all. With the attribute <code>data-forms</code> and the script <code>forms.js</code> of this service it sends larger files, too: each with its progress and a button to cancel it, again once the connection is back, and the form after them. Where the script does not run, small files arrive as before.</p>
${example('files.html', 'HTML: a form with files')}
<p>The script stays on your page and says in the element with <code>role="status"</code> how it is going. What is wrong with a field stands after it, or in an element with <code>data-error-for</code> and the field’s name. It knows these attributes and names:</p>
<dl class="fields">
<div><dt><code>data-text-sent</code></dt><dd>What the form says at the end, in your words. The others are <code>sending</code>, <code>busy</code>, <code>failed</code>, <code>unsent</code>, <code>offline</code>, <code>waiting</code>, <code>cancel</code>, <code>cancelled</code>, <code>retry</code> and <code>done</code>.</dd></div>
<div><dt><code>_next</code></dt><dd>A field with the address to go to once the form is sent.</dd></div>
<div><dt><code>forms:sent</code></dt><dd>The event of a form that was sent. <code>preventDefault()</code> leaves to you what happens then.</dd></div>
<div><dt><code>.forms-file</code>, <code>.forms-error</code></dt><dd>The classes of what it adds, for your stylesheet.</dd></div>
</dl>
<p>If your page has a Content-Security-Policy, it has to allow the script, and connections to the API and to the bucket, which is the address that <a href="/api#createUpload">create-upload</a> answers.</p>
<p>With a <a href="#spam-altcha">captcha</a>, put its widget and script into the form as well. The script sends its answer before the first file; nobody can send files to an endpoint with a captcha without having solved it.</p>
<h3>Getting at them</h3>
<p>A submission with files has them in <code>files</code>: <code>id</code>, <code>field</code>, <code>name</code>, <code>type</code>, <code>bytes</code>, and in <code>scan</code> whether they were found harmless. Each is handed out with a key, by an address that opens for ${FILE_URL_VALID_S / 60} minutes. The name is the sender’s text: use one of your own on your disk.</p>
${example('retrieve-file.sh', 'Terminal: fetch a file')}`,
};
