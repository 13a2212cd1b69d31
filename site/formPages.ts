import type { ErrorCode } from '../shared/errors.ts';
import { docsUrl, FORM_PAGES } from '../shared/sitePages.ts';
import { documentPage } from './document.ts';
import { LANGUAGES, type Language } from './formLanguages.ts';
import { BACK_TO_FORM, FOR_THE_OWNER, FORM_TEXTS } from './formTexts.ts';
import { type Html, html } from './html.ts';
import type { SitePage } from './sitePage.ts';

type FormPageName = keyof typeof FORM_PAGES;

/** The codes behind a page: for the owner, who wants to know what to do about it. */
const CODES: Record<FormPageName, readonly ErrorCode[]> = {
  thankYou: [],
  notFound: ['NOT_FOUND'],
  disabled: ['DISABLED'],
  invalid: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  error: ['INTERNAL_SERVER_ERROR', 'GATEWAY_TIMEOUT'],
};

const MARKS = {
  sent: html`<path d="m14 25 7 7 14-15"/>`,
  notSent: html`<path d="M24 14v13m0 6v.5"/>`,
};

/** The pages that tell a person what became of a form. English stands in the page, the other languages in templates. */
export const formPages = (): SitePage[] => (Object.keys(FORM_PAGES) as FormPageName[]).map(formPage);

const formPage = (name: FormPageName): SitePage =>
  documentPage({
    path: FORM_PAGES[name],
    title: FORM_TEXTS[name].en.heading,
    // Runs before the first paint where the browser knows `blocking`, so that no English flashes up.
    head: html`<script src="/form.js" defer blocking="render"></script>\n`,
    body: html`<body class="form-page">
<main>
<svg class="mark ${name === 'thankYou' ? 'sent' : 'not-sent'}" viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="24"/>${name === 'thankYou' ? MARKS.sent : MARKS.notSent}</svg>
<div id="message">
${message(name, 'en')}
</div>
</main>
${translations(name)}
</body>`,
  });

const message = (name: FormPageName, language: Language): Html => {
  const { heading, paragraphs } = FORM_TEXTS[name][language];
  return html`<h1>${heading}</h1>
${paragraphs.map((text) => html`<p>${text}</p>\n`)}<p><button type="button" id="back" hidden>${BACK_TO_FORM[language]}</button></p>
${ownerNote(name, language)}`;
};

const ownerNote = (name: FormPageName, language: Language): Html =>
  CODES[name].length === 0
    ? html``
    : html`<p class="note">${FOR_THE_OWNER[language]}${CODES[name].map((code) => html` <a href="${docsUrl('', code)}"><bdi>${code}</bdi></a>`)}</p>`;

const translations = (name: FormPageName): Html[] =>
  (Object.keys(LANGUAGES) as Language[])
    .filter((language) => language !== 'en')
    .map(
      (language) =>
        html`<template lang="${language}" dir="${LANGUAGES[language].dir}">\n${message(name, language)}</template>\n`,
    );
