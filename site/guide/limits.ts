import {
  ALLOWED_ORIGINS_MAX,
  BLOCKED_TERM_LENGTH_MAX,
  BLOCKED_TERMS_MAX,
  BODY_BYTES_MAX,
  BULK_IDS_MAX,
  EMAIL_LENGTH_MAX,
  ENDPOINTS_PER_WORKSPACE_MAX,
  ITEMS_PER_PAGE_MAX,
  KEYS_PER_WORKSPACE_MAX,
  MAIL_SUBJECT_LENGTH_MAX,
  ORIGIN_LENGTH_MAX,
  SEARCH_EXAMINED_MAX,
  SEARCH_QUERY_LENGTH_MAX,
  SEARCH_TERMS_MAX,
  STATISTICS_DAYS_DEFAULT,
  STATISTICS_DAYS_MAX,
  SUBMISSION_BYTES_MAX,
  SUBMISSION_DEPTH_MAX,
  SUBMISSION_FIELDS_MAX,
  TARGET_EMAILS_MAX,
  URL_LENGTH_MAX,
} from '../../shared/contract/limits.ts';
import { html } from '../html.ts';
import type { Section } from './section.ts';

const LIMITS: [string, number, string][] = [
  ['Data of a submission', SUBMISSION_BYTES_MAX, 'bytes as JSON'],
  ['Fields of a submission', SUBMISSION_FIELDS_MAX, ''],
  ['Levels of lists and objects in a submission', SUBMISSION_DEPTH_MAX, ''],
  ['Body of a request', BODY_BYTES_MAX, 'bytes'],
  ['Addresses in targetEmails', TARGET_EMAILS_MAX, ''],
  ['Length of an address', EMAIL_LENGTH_MAX, 'characters'],
  ['Length of redirectUrl', URL_LENGTH_MAX, 'characters, other letters than ASCII percent-encoded'],
  ['Websites in allowedOrigins', ALLOWED_ORIGINS_MAX, ''],
  ['Length of such an address', ORIGIN_LENGTH_MAX, 'characters'],
  ['Terms in blockedTerms', BLOCKED_TERMS_MAX, ''],
  ['Length of a term', BLOCKED_TERM_LENGTH_MAX, 'characters'],
  ['Length of _subject', MAIL_SUBJECT_LENGTH_MAX, 'characters'],
  ['Items on a page of a list', ITEMS_PER_PAGE_MAX, ''],
  ['Length of a search', SEARCH_QUERY_LENGTH_MAX, 'characters'],
  ['Words and phrases of a search', SEARCH_TERMS_MAX, ''],
  ['Submissions that one request searches', SEARCH_EXAMINED_MAX, 'then its cursor goes on'],
  ['Submissions that one request changes or deletes', BULK_IDS_MAX, ''],
  ['Days of statistics', STATISTICS_DAYS_MAX, ''],
  ['Days of statistics, unless you say', STATISTICS_DAYS_DEFAULT, ''],
  ['Endpoints of a workspace', ENDPOINTS_PER_WORKSPACE_MAX, ''],
  ['Keys of a workspace', KEYS_PER_WORKSPACE_MAX, ''],
];

/** Every limit that a user may meet. */
export const LIMITS_SECTION: Section = {
  id: 'limits',
  title: 'Limits',
  body: html`<dl class="fields numbers">
${LIMITS.map(([what, value, unit]) => html`<div><dt>${what}</dt><dd>${value.toLocaleString('en')} ${unit}</dd></div>\n`)}</dl>
<p>What is beyond them is refused whole, with an error that says why: <a href="/errors/BAD_REQUEST">BAD_REQUEST</a>, <a href="/errors/PAYLOAD_TOO_LARGE">PAYLOAD_TOO_LARGE</a> or <a href="/errors/USAGE_EXCEEDED">USAGE_EXCEEDED</a>. Only a list’s <code>limit</code> is simply served as the most there is.</p>`,
};
