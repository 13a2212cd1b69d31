import { HOPS_HEADER } from '../../shared/contract/headers.ts';
import { HOPS_MAX, WEBHOOKS_PER_ENDPOINT_MAX } from '../../shared/contract/limits.ts';
import { html } from '../html.ts';
import { example } from './examples.ts';
import type { Section } from './section.ts';

/** How other programs hear of submissions. */
export const WEBHOOKS: Section = {
  id: 'webhooks',
  title: 'Webhooks',
  body: html`<p>A webhook tells a program of yours what happens to submissions: the service posts each event to an address that you give, by the specification Standard Webhooks (<code>standardwebhooks.com</code>). An endpoint has up to ${WEBHOOKS_PER_ENDPOINT_MAX}. Add one in the dashboard, under “Webhooks” of an endpoint, or here:</p>
${example('create-webhook.sh', 'Terminal: create a webhook')}
<p>The answer’s header <code>X-Webhook-Secret</code> has the secret that signs, this once. Then see whether it gets through:</p>
${example('test-webhook.sh', 'Terminal: send a test and see what came back')}

<h3 id="webhook-events">What arrives</h3>
${example('event.json', 'JSON: the body of an event')}
<dl class="fields">
<div><dt><code>submission.created</code></dt><dd>Something came in. What was held as spam comes when somebody says that it is none, or at once with <code>includeSpam</code>.</dd></div>
<div><dt><code>submission.updated</code></dt><dd>Somebody changed <code>isRead</code> or <code>isSpam</code>.</dd></div>
<div><dt><code>submission.deleted</code></dt><dd>It was deleted; <code>data</code> has the ids alone.</dd></div>
<div><dt><code>webhook.test</code></dt><dd>Somebody sent a test.</dd></div>
</dl>
<p>Answer with 2xx within 15 seconds, and do slow work afterwards. Anything else, redirects too, is a failure: the event comes again after 5 seconds, 5 minutes, 30 minutes and so on, for about three days, and <code>Retry-After</code> is kept to. An event <strong>may come more than once, and in another order</strong>: each has its own <code>webhook-id</code>, which stays the same whenever it is sent again. With the status 410 you end it; after five days without a success the service does. It says so by mail, at most once a day for each webhook.</p>
<p>The header <code>${HOPS_HEADER}</code> says how many webhooks led to the event, one after the other, this one included. A webhook may post to another form, and that form’s webhook to a chat. But a submission that arrives with ${HOPS_MAX} or more is stored and mailed, and no webhook gets it: so webhooks that post to each other’s forms come to an end. If a program of yours posts to a form because of an event, have it send the header on as it came.</p>

<h3 id="webhook-verify">Is it genuine?</h3>
<p>Anybody can post to your address. Check the signature against the body as it came, byte for byte, before you read it. These need no package; Standard Webhooks has one for most languages.</p>
${example('verify-webhook.ts', 'TypeScript (Node.js): verify-webhook.ts')}
${example('verify_webhook.py', 'Python: verify_webhook.py')}
${example('verify_webhook.go', 'Go: verify_webhook.go')}
<p>When a secret may be known to others, make a new one. The old one signs along for 24 hours, so that nothing is lost while you change it.</p>

<h3 id="webhook-recipes">Slack, Discord, a spreadsheet</h3>
<p>These want bodies of their own, so a small program stands between: it checks the signature and passes on what came in. Put it behind an https address next to the file above. Node.js 24 runs it as it is; <code>npx tsx webhook-relay.ts</code> does in older ones.</p>
${example('webhook-relay.ts', 'TypeScript (Node.js): webhook-relay.ts')}
<dl class="fields">
<div><dt><code>WEBHOOK_SECRET</code></dt><dd>The webhook’s secret.</dd></div>
<div><dt><code>TARGET</code></dt><dd><code>slack</code>, <code>discord</code> or <code>spreadsheet</code>.</dd></div>
<div><dt><code>TARGET_URL</code></dt><dd>Slack: the address of an “Incoming Webhook”. Discord: that of a webhook under “Integrations” of the channel. A spreadsheet of Google: that of the script below.</dd></div>
</dl>
${example('spreadsheet.js', 'Google Apps Script: one row for each submission')}

<h3>When something does not arrive</h3>
<p>The dashboard shows each delivery of the last 30 days, with its attempts and the beginning of what your program answered. Once the cause is mended, send again what failed:</p>
${example('replay-webhook.sh', 'Terminal: send again all that failed since then')}`,
};
