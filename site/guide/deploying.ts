import { html } from '../html.ts';
import { example } from './examples.ts';
import type { Section } from './section.ts';

/** From a checkout to a service in AWS. */
export const DEPLOYING: Section = {
  id: 'deploying',
  title: 'Deploying',
  body: html`<p>For the operator, in the folder of the service, with an AWS account. Its <code>docs/deploying.md</code> says more about each step, and <code>docs/settings.md</code> how to give the service host names of its own.</p>
<ol>
<li>Have AWS credentials and a region in your terminal.</li>
<li>Prepare the account and region, once: ${example('bootstrap.sh', 'Terminal of the operator: prepare the account')}</li>
<li>Verify the address that notifications come from as an identity in Amazon SES. A new account is in the SES sandbox: it sends 200 mails a day, and only to verified addresses, until you ask for production access.</li>
<li>Deploy. The addresses of the API and of these pages are in the outputs: ${example('deploy.sh', 'Terminal of the operator: deploy')}</li>
<li>Make a workspace with its first key. The key is shown this once: ${example('operator-workspace.sh', 'Terminal of the operator: a workspace')}</li>
</ol>
<p>The operator’s commands work on the service that runs on your own machine when <code>--stack</code> is left out.</p>`,
};
