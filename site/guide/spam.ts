import { ALLOWED_ORIGINS_MAX, BLOCKED_TERMS_MAX } from '../../shared/contract/limits.ts';
import { html } from '../html.ts';
import { example } from './examples.ts';
import type { Section } from './section.ts';

/** How to have no spam, and how nothing gets lost by it. */
export const SPAM: Section = {
  id: 'spam',
  title: 'Stopping spam',
  body: html`<p>What is found to be spam is <strong>kept</strong>: it is stored like any other submission, with <code>isSpam</code> and a <code>spamReason</code>, but no mail is sent. The sender gets the same answer either way. Each of these works by itself, and they work together:</p>
<dl class="fields">
<div><dt><a href="#spam-honeypot">Honeypot</a></dt><dd>Stops simple programs. Costs people nothing: no script, no request, nothing to see.</dd></div>
<div><dt><a href="#spam-altcha">ALTCHA</a></dt><dd>Stops programs that do not run scripts, and makes others pay in processor time. No third party, no cookie, no puzzle; needs JavaScript and about a second.</dd></div>
<div><dt><a href="#spam-turnstile">Turnstile, hCaptcha, reCAPTCHA</a></dt><dd>Stop more. The provider sees each visitor’s address and browser; some people get puzzles that not everybody can solve.</dd></div>
<div><dt><a href="#spam-terms">Blocked terms</a></dt><dd>Stop what you know. Everybody’s text is read by the same rules, on your own service.</dd></div>
<div><dt><a href="#spam-origins">Allowed websites</a></dt><dd>Keep forms on other websites out. Programs can pretend.</dd></div>
<div><dt><a href="#spam-filter">A filter that learns</a></dt><dd>Stops what is like the spam that you marked. Nobody has to do anything; texts are read on your own service alone.</dd></div>
</dl>

<h3 id="spam-honeypot">A field that people leave empty</h3>
<p>A submission in which <code>_gotcha</code> has something in it is kept as spam. Put the field where people do not see it. Here, screen readers, the Tab key and the browser’s autofill skip it too. A name of your own works besides, set as <code>honeypotField</code>.</p>
${example('honeypot.html', 'HTML: a form with a honeypot')}

<h3 id="spam-altcha">ALTCHA</h3>
<p>The sender’s browser does a small piece of work before it sends. The widget comes from this service and talks to nobody else. First switch it on:</p>
${example('set-altcha.sh', 'Terminal: ask for ALTCHA')}
${example('altcha.html', 'HTML: a form with ALTCHA')}
<p>Whoever sends without an answer, for example without JavaScript, gets a <a href="/form/captcha">page that says what is needed</a>, and nothing is stored. A wrong answer, or one that was used before, is kept as spam with the reason <code>captcha_failed</code>. If your page has a Content-Security-Policy, it has to allow the script, workers from <code>blob:</code>, and connections to the address of the challenge.</p>

<h3 id="spam-turnstile">Turnstile, hCaptcha, reCAPTCHA</h3>
<p>Get a site key and a secret from the provider. The site key goes into the form; both go to the endpoint. The secret is never answered again.</p>
${example('set-turnstile.sh', 'Terminal: ask for Turnstile')}
${example('turnstile.html', 'HTML: a form with Turnstile')}
<p>When the provider cannot be reached, or does not accept your secret, a submission is kept as spam with the reason <code>captcha_unavailable</code>: look there if nothing comes in. For the other two, the provider is <code>hcaptcha</code> or <code>recaptcha</code>, and their widgets go into the form in the same way.</p>

<h3 id="spam-terms">Blocked terms</h3>
<p>Up to ${BLOCKED_TERMS_MAX} words, phrases, mail addresses or domains. Only whole words count. Capitals, accents, look-alike letters of other alphabets and invisible characters make no difference.</p>
${example('set-blocked-terms.sh', 'Terminal: block terms')}

<h3 id="spam-origins">Allowed websites</h3>
<p>Up to ${ALLOWED_ORIGINS_MAX} addresses of websites. A form elsewhere is <a href="/form/forbidden">refused</a>, not kept; so is one that does not say where it is.</p>
${example('set-allowed-origins.sh', 'Terminal: allow one website')}

<h3 id="spam-filter">A filter that learns</h3>
<p>Set <code>spamFilter</code> to <code>learn</code>. From then on the endpoint’s filter learns from each submission that you mark, as spam (<code>isSpam: true</code>) or as wanted (<code>false</code>). It holds nothing before it knows 20 of each kind. What it keeps of texts are counts, from which no text can be read.</p>
<p>If your marks show that it holds submissions you want, it pauses: it holds nothing, keeps learning, and starts again once it agrees with you. The dashboard says so, and <code>GET /v1/endpoint/{id}/statistics</code> has <code>filterPause</code> meanwhile.</p>

<h3>Why was something held?</h3>
<p><code>spamReason</code> says it: <code>honeypot</code>, <code>captcha_failed</code>, <code>captcha_unavailable</code>, <code>term:</code> with the term, or <code>learned:</code> with the words that decided. Where a person made the mark there is none. If it was wrong, say so; the mail that was held back is then sent:</p>
${example('no-spam.sh', 'Terminal: this is no spam')}

<h3>Fields for the service</h3>
<dl class="fields">
<div><dt><code>_subject</code></dt><dd>The rest of the mail’s subject, after the endpoint’s name.</dd></div>
<div><dt><code>_next</code></dt><dd>Where the sender’s browser goes instead of the <code>redirectUrl</code>: on the same website, or on one of the allowed ones. Any other address is ignored. <code>_redirect</code> is another name for it.</dd></div>
<div><dt><code>_replyto</code></dt><dd>The sender’s address, for <a href="#notifications">Reply-To</a>. It is stored, too.</dd></div>
</dl>
<p>All other names, with or without an underscore, are stored as they are.</p>`,
};
