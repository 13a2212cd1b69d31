import type { ErrorCode } from '../../shared/contract/errors.ts';
import { type FormText, LANGUAGES, type Language } from '../../shared/contract/formLanguages.ts';
import { FORM_PAGE_CODES, FORM_PAGES, type FormPageName } from '../../shared/contract/formPages.ts';
import { docsUrl } from '../../shared/contract/sitePages.ts';
import { ASSETS, FORM_SCRIPT } from '../assets.ts';
import { documentPage } from '../document.ts';
import { Html, html } from '../html.ts';
import { PLACEHOLDERS } from '../placeholders.ts';
import type { SitePage } from '../sitePage.ts';
import { ADDRESS_FOR_THE_OWNER } from './addressTexts.ts';
import { BACK_TO_FORM, FOR_THE_OWNER, FORM_TEXTS } from './formTexts.ts';

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

const MARKS = { sent: html`<path d="m14 25 7 7 14-15"/>`, notSent: html`<path d="M24 14v13m0 6v.5"/>` };

/** The pages about a form, with a section for each language. */
export const formPages = (): SitePage[] => (Object.keys(FORM_PAGES) as FormPageName[]).map(formPage);

/** The page's owner: the form's name, filled in by a script, then the service's name. */
export const WHOSE = html`<p class="whose"><bdi></bdi>${PLACEHOLDERS.serviceName}</p>\n`;

function formPage(name: FormPageName): SitePage {
  const mark = name === 'thankYou' || name === 'confirm' ? 'sent' : 'notSent';
  return documentPage({
    path: FORM_PAGES[name],
    title: FORM_TEXTS[name].en[0],
    style: ASSETS.formStyle,
    isWhole: true,
    // Runs before the first paint in browsers that support `blocking`, so that the English section does not flash.
    head: html`<script type="module" blocking="render">${new Html(FORM_SCRIPT)}</script>\n`,
    body: html`<body>
<main>
${WHOSE}<svg class="mark ${mark === 'sent' ? 'sent' : 'not-sent'}" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="24"/>${MARKS[mark]}</svg>
${sections((language) => message(name, language))}</main>
${languageLinks()}
</body>`,
  });
}

/** Leads to the sections of each language. */
export const languageLinks = (): Html => html`<nav aria-label="Language"><ul>
${LANGUAGE_CODES.map((language) => html`<li><a href="#${language}" lang="${language}" hreflang="${language}">${LANGUAGES[language].name}</a></li>\n`)}</ul></nav>`;

/**
 * A section for each language. Without a script the first is shown, or the one that the URL's fragment names.
 * @param contentIn the content of a language's section
 */
export const sections = (contentIn: (language: Language) => Html): Html[] =>
  LANGUAGE_CODES.map((language, place) => {
    const hidden = place === 0 ? html`` : html` hidden`;
    return html`<section id="${language}" lang="${language}" dir="${LANGUAGES[language].dir}"${hidden}>
${contentIn(language)}</section>
`;
  });

/** A heading with its paragraphs. */
export const textParts = ([heading, ...paragraphs]: FormText): Html => html`<h1>${heading}</h1>
${paragraphs.map((text) => html`<p>${text}</p>\n`)}`;

const message = (name: FormPageName, language: Language): Html =>
  html`${textParts(FORM_TEXTS[name][language])}<p class="back" hidden><button type="button">${BACK_TO_FORM[language]}</button></p>
${ownerNote(name, language)}`;

const ownerNote = (name: FormPageName, language: Language): Html => {
  const codes = FORM_PAGE_CODES[name].map(codeLink);
  const note = name === 'address' ? addressNote(language) : name === 'hiddenOrigin' ? [ORIGIN_NOTE, ...codes] : codes;
  return note.length === 0 ? html`` : html`<p class="note">${FOR_THE_OWNER[language]}${note}</p>\n`;
};

/** The header that lets browsers send a page's origin, which is the same in all languages. */
const ORIGIN_NOTE = html` <a href="/guide/not-arriving#the-browser-hides-the-page-s-origin"><bdi>Referrer-Policy: strict-origin-when-cross-origin</bdi></a>`;

const codeLink = (code: ErrorCode): Html => html` <a href="${docsUrl('', code)}"><bdi>${code}</bdi></a>`;

function addressNote(language: Language): Html[] {
  const [text, link] = ADDRESS_FOR_THE_OWNER[language];
  return [html` ${text} <a href="/guide/forms">${link}</a>`];
}
