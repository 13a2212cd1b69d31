import type { FormText, Language } from '../../shared/contract/formLanguages.ts';
import { answerConfirmation } from '../../shared/contract/operations/confirmations.ts';
import { CONFIRMATION_ACTIONS } from '../../shared/contract/schemas/submissions/pending.ts';
import { CONFIRM_PAGE, TEST_TOKEN, UNSUBSCRIBE_PAGE } from '../../shared/contract/sitePages.ts';
import { UNSUBSCRIBE_PATH } from '../../shared/contract/unsubscribeUrl.ts';
import { ASSETS } from '../assets.ts';
import { documentPage } from '../document.ts';
import { languageLinks, sections, textParts, WHOSE } from '../formPages/formPages.ts';
import { type Html, html } from '../html.ts';
import { API_PLACEHOLDER } from '../placeholders.ts';
import type { SitePage } from '../sitePage.ts';
import { CONFIRM_TEXTS } from './confirmTexts.ts';
import { LINK_GONE, LINK_OF_TEST, NEEDS_SCRIPT, TRY_AGAIN, UNSUBSCRIBE_TEXTS } from './mailTexts.ts';

/** A page that mails link to, in one language. */
interface Spoken {
  ask: FormText;
  /** Labels by action. The state after an action has the action's name. */
  buttons: Readonly<Record<string, string>>;
  states: Readonly<Record<string, FormText>>;
  /** The states of this page in which the buttons remain. */
  repeated: readonly string[];
}

/**
 * Pages that mails link to, with a token after the `#`, which no server sees. Opening one does nothing, because mail
 * scanners open every link. Only its buttons call the API.
 */
export const mailPages = (): SitePage[] => [
  mailPage(UNSUBSCRIBE_PAGE, UNSUBSCRIBE_PATH, (language) => {
    const { ask, button, done } = UNSUBSCRIBE_TEXTS[language];
    const states = { done, gone: LINK_GONE[language] };
    return { ask, buttons: { done: button }, states, repeated: [] };
  }),
  mailPage(CONFIRM_PAGE, answerConfirmation.path, (language) => {
    const { ask, buttons, done, early, gone } = CONFIRM_TEXTS[language];
    const ordered = Object.fromEntries(CONFIRMATION_ACTIONS.map((action) => [action, buttons[action]]));
    return { ask, buttons: ordered, states: { ...done, early, gone }, repeated: ['early'] };
  }),
];

const mailPage = (path: string, apiPath: string, spokenIn: (language: Language) => Spoken): SitePage =>
  documentPage({
    path,
    title: spokenIn('en').ask[0],
    style: ASSETS.formStyle,
    head: html`<meta http-equiv="Content-Security-Policy" content="connect-src ${API_PLACEHOLDER}/">
<meta name="referrer" content="no-referrer">
<meta name="action" content="${API_PLACEHOLDER}${apiPath}">
<meta name="test" content="${TEST_TOKEN}">
<script src="${ASSETS.mailScript.path}" defer blocking="render"></script>\n`,
    body: html`<body>
<main>
${WHOSE}${sections((language) => content(language, spokenIn(language)))}</main>
${languageLinks()}
</body>`,
  });

const content = (language: Language, { ask, buttons, states, repeated }: Spoken): Html => {
  const acts = Object.entries(buttons).map(
    ([action, label], place) =>
      html`<p class="act" hidden><button type="button" value="${action}"${place === 0 ? html`` : html` class="quiet"`}>${label}</button></p>\n`,
  );
  return html`${state('ask', ask, html`<noscript><p>${NEEDS_SCRIPT[language]}</p></noscript>\n${acts}`)}
${Object.entries({ ...states, test: LINK_OF_TEST[language], failed: TRY_AGAIN[language] }).map(
  ([name, text]) => html`${state(name, text, [...repeated, 'failed'].includes(name) ? html`${acts}` : undefined)}\n`,
)}`;
};

const state = (name: string, text: FormText, more: Html = html``): Html =>
  html`<div data-state="${name}"${name === 'ask' ? html`` : html` hidden`}>${textParts(text)}${more}</div>`;
