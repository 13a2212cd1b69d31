import { SCRIPT_TEXTS } from './formScriptTexts.ts';
import { own } from './own.js';

/** The language of each form that was sent. */
const languages = new WeakMap();

/** Chooses a form's language: that of its URL, `?lang=de` or `#de`, else of the page, else of the browser. */
export function chooseLanguage(form, { hash, searchParams }) {
  const labelled = own(form, 'closest', '[lang]') ?? form;
  const known = [
    searchParams.get('lang'),
    hash.slice(1),
    own(labelled, 'getAttribute', 'lang'),
    ...navigator.languages,
    'en',
  ]
    .map((tag) => tag?.toLowerCase().split(/[-_]/)[0])
    .find((language) => Object.hasOwn(SCRIPT_TEXTS.sent, language));
  languages.set(form, known);
}

export const languageOf = (form) => languages.get(form);

/** Texts can be replaced by attributes such as `data-text-sent`. */
export const textOf = (form, name) =>
  own(form, 'getAttribute', `data-text-${name}`) ?? SCRIPT_TEXTS[name][languageOf(form)];
