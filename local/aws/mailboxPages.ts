import { DASHBOARD_PATH } from '../../shared/contract/sitePages.ts';
import { type Html, html } from '../../site/html.ts';
import { shownMailAddress } from './mailAddress.ts';

/** A stored mail, as the pages and `GET /store` show it. */
export interface ShownMail {
  messageId: string;
  from: string;
  replyTo: string[];
  destination: { to: string[]; cc: string[]; bcc: string[] };
  subject: string;
  body: { html?: string; text?: string };
  headers: { name: string; value: string }[];
  /** In seconds since 1970. */
  at: number;
}

const MAILS_PER_PAGE = 100;

/** Mails run no scripts; their images and links to other hosts work as in a mail program. */
export const MAILBOX_POLICY = "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The page at `path`, or undefined: `/?page=1` lists mails, newest first, and `/mails/<messageId>` shows one. */
export function mailboxPage(mails: readonly ShownMail[], path: string, siteUrl: string): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://inbox');
  if (pathname === '/') return listPage(mails, siteUrl, Math.max(1, Math.floor(Number(searchParams.get('page'))) || 1));
  const mail = mails.find(({ messageId }) => pathname === mailPath(messageId));
  return mail && mailPage(mail, siteUrl);
}

const mailPath = (messageId: string): string => `/mails/${encodeURIComponent(messageId)}`;

function listPage(mails: readonly ShownMail[], siteUrl: string, page: number): string {
  const start = (page - 1) * MAILS_PER_PAGE;
  const shown = mails.toReversed().slice(start, start + MAILS_PER_PAGE);
  const rows = shown.map(
    ({ messageId, subject, from, destination, at }) =>
      html`<tr><td><a href="${mailPath(messageId)}">${subject}</a></td><td>${shownMailAddress(from)}</td><td>${allOf(destination)}</td><td>${time(at)}</td></tr>\n`,
  );
  const newer = page > 1 ? html`<a href="/?page=${page - 1}">Newer</a> ` : '';
  const older = mails.length > start + MAILS_PER_PAGE ? html`<a href="/?page=${page + 1}">Older</a>` : '';
  return document(
    'Mailbox',
    siteUrl,
    html`<h1>Mailbox</h1>
<p>Every mail that this local service has sent. <a href="/">Refresh</a></p>
${rows.length === 0 ? html`<p>No mails.</p>` : html`<table><tr><th>Subject</th><th>From</th><th>To</th><th>Time</th></tr>\n${rows}</table>`}
<p>${newer}${older}</p>`,
  );
}

function mailPage({ subject, from, replyTo, destination, headers, body, at }: ShownMail, siteUrl: string): string {
  const lines: [string, string][] = [
    ['From', shownMailAddress(from)],
    ['To', destination.to.join(', ')],
    ['Cc', destination.cc.join(', ')],
    ['Bcc', destination.bcc.join(', ')],
    ['Reply-To', replyTo.map(shownMailAddress).join(', ')],
    ['Date', time(at)],
    ...headers.map(({ name, value }): [string, string] => [name, value]),
  ];
  const shown = lines.filter(([, value]) => value !== '');
  return document(
    subject,
    siteUrl,
    html`<p><a href="/">Mailbox</a></p>
<h1>${subject}</h1>
<table>${shown.map(([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>\n`)}</table>
${body.html ? html`<h2>HTML</h2>\n${frame(body.html)}` : ''}
${body.text ? html`<h2>Text</h2>\n<pre>${body.text}</pre>` : ''}`,
  );
}

/** The mail's own HTML: without scripts, its links open in a new tab. */
const frame = (body: string): Html =>
  html`<iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="<base target='_blank'>${body}"></iframe>`;

const allOf = ({ to, cc, bcc }: ShownMail['destination']): string => [...to, ...cc, ...bcc].join(', ');
const time = (at: number): string => new Date(at * 1_000).toISOString().replace('T', ' ').slice(0, 19);

const document = (title: string, siteUrl: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${siteUrl}/favicon.svg" type="image/svg+xml">
<style>
:root { color-scheme: light dark; font: 100% / 1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.4rem 1rem 0.4rem 0; text-align: start; vertical-align: top; overflow-wrap: anywhere; border-bottom: 1px solid #8886; }
th { white-space: nowrap; }
iframe { width: 100%; height: 36rem; border: 1px solid #8886; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body>
<p><a href="${siteUrl}${DASHBOARD_PATH}">Dashboard</a></p>
${content}
</body>
</html>
`.text;
