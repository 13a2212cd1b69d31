import { ITEMS_PER_PAGE_MAX } from '../../shared/contract/limits.ts';
import { html } from '../html.ts';
import { example } from './examples.ts';
import type { Section } from './section.ts';

/** What to do with what came in. */
export const SUBMISSIONS: Section = {
  id: 'submissions',
  title: 'Submissions',
  body: html`<p>The list has pages: <code>page</code> counts from 1, <code>limit</code> is the number on each, ${ITEMS_PER_PAGE_MAX} at most. <code>_metadata.totalPages</code> says where to stop.</p>
<p><code>isRead</code> and <code>isSpam</code> are yours to set, either way. Both begin as <code>false</code>.</p>
${example('update-submission.sh', 'Terminal: mark as read')}
<p>A submission that is deleted is gone, and so are all submissions of an endpoint that is deleted.</p>
${example('delete-submission.sh', 'Terminal: delete a submission')}`,
};
