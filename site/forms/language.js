// Texts in a form's language. `TEXTS`, in English, and `LANGUAGES` are filled in as this is bundled; texts of the other
// languages are in scripts of their own, loaded once a form speaks one.

import { newElement, own } from './own.js';

const LOADED_WITHIN_MS = 3_000;
const ownUrl = own(document, 'currentScript')?.src;
/** The language of each form. */
const languages = new WeakMap();
/** The script with the texts of each language, and a promise of them. */
const scripts = new Map();

/**
 * Chooses a form's language: that of its URL, `?lang=de` or `#de`, else of the page, else of the browser.
 * @returns once its texts are loaded, or cannot be
 */
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
    .find((language) => LANGUAGES.includes(language));
  languages.set(form, known);
  if (known !== 'en' && !scripts.has(known)) scripts.set(known, load(`${known}.js`));
  return scripts.get(known)?.loaded;
}

/** Never fails: a policy of the page may forbid it. */
function load(name) {
  try {
    const script = newElement('script', { src: new URL(`forms/${name}`, ownUrl) });
    const loaded = new Promise((resolve) => {
      script.onload = script.onerror = resolve;
      setTimeout(resolve, LOADED_WITHIN_MS);
    });
    own(document, 'head').append(script);
    return { script, loaded };
  } catch {
    return {};
  }
}

/** True if there is a connection: then a script of the service loads, also where requests are forbidden or blocked. */
export const isConnected = async () => (await load(`de.js?${Date.now()}`).loaded)?.type === 'load';

export const languageOf = (form) => languages.get(form);

/** Texts can be replaced by attributes such as `data-text-sent`. */
export const textOf = (form, name) =>
  own(form, 'getAttribute', `data-text-${name}`) ?? scripts.get(languageOf(form))?.script?.texts?.[name] ?? TEXTS[name];
