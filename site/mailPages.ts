import { type FormText, LANGUAGES, type Language } from '../shared/contract/formLanguages.ts';
import { UNSUBSCRIBE_PAGE, UNSUBSCRIBE_PATH } from '../shared/contract/sitePages.ts';
import { ASSETS } from './assets.ts';
import { documentPage } from './document.ts';
import { languageLinks } from './formPages.ts';
import { type Html, html } from './html.ts';
import { LINK_GONE, NEEDS_SCRIPT, TRY_AGAIN, UNSUBSCRIBE_TEXTS } from './mailTexts.ts';
import { API_PLACEHOLDER } from './placeholders.ts';
import type { SitePage } from './sitePage.ts';

/**
 * Pages that mails link to, with a token after the `#`, which no server sees. Opening one does nothing, because mail
 * scanners open every link. Only its button calls the API.
 */
export const mailPages = (): SitePage[] => [
  documentPage({
    path: UNSUBSCRIBE_PAGE,
    title: UNSUBSCRIBE_TEXTS.en.ask.heading,
    style: ASSETS.formStyle,
    head: html`<meta http-equiv="Content-Security-Policy" content="connect-src ${API_PLACEHOLDER}/">
<meta name="referrer" content="no-referrer">
<meta name="action" content="${API_PLACEHOLDER}${UNSUBSCRIBE_PATH}">
<script src="${ASSETS.mailScript.path}" defer blocking="render"></script>\n`,
    body: html`<body>
<main>
${LANGUAGE_CODES.map(section)}</main>
${languageLinks()}
</body>`,
  }),
];

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

const section = (language: Language): Html => {
  const { ask, button, done } = UNSUBSCRIBE_TEXTS[language];
  const hidden = language === LANGUAGE_CODES[0] ? html`` : html` hidden`;
  return html`<section id="${language}" lang="${language}" dir="${LANGUAGES[language].dir}"${hidden}>
${state(
  'ask',
  ask,
  html`<noscript><p>${NEEDS_SCRIPT[language]}</p></noscript>
<p class="act" hidden><button type="button">${button}</button></p>`,
)}
${state('done', done)}
${state('gone', LINK_GONE[language])}
${state('failed', TRY_AGAIN[language], html`<p class="act"><button type="button">${button}</button></p>`)}
</section>
`;
};

const state = (name: string, { heading, paragraphs }: FormText, more: Html = html``): Html =>
  html`<div data-state="${name}"${name === 'ask' ? html`` : html` hidden`}><h1>${heading}</h1>
${paragraphs.map((text) => html`<p>${text}</p>\n`)}${more}</div>`;
