import { LANGUAGES, type Language } from '../../shared/contract/formLanguages.ts';
import { DRAFT_DAYS, IDEMPOTENCY_KEY_HOURS } from '../../shared/contract/limits.ts';
import { bundled, smaller } from '../bundled.ts';
import type { SitePage } from '../sitePage.ts';
import { scriptTextsIn } from './formScriptTexts.ts';

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

const script = (path: string, body: string): SitePage => ({
  path,
  contentType: 'text/javascript; charset=utf-8',
  body,
});

let built: string | undefined;

/**
 * The script that sends forms and their files from other websites: a classic script, which loads without CORS, at a
 * stable URL. It speaks English; the other languages' texts are scripts beside it.
 */
export function formsScripts(): SitePage[] {
  built ??= smaller(
    bundled(new URL('./main.js', import.meta.url), 'forms', {
      format: 'iife',
      tsconfigRaw: {},
      define: {
        LANGUAGES: JSON.stringify(LANGUAGE_CODES),
        TEXTS: JSON.stringify(scriptTextsIn('en')),
        DRAFT_MS: `${DRAFT_DAYS * 86_400_000}`,
        HANDED_OVER_MS: `${IDEMPOTENCY_KEY_HOURS * 3_600_000}`,
      },
    }),
    false,
  );
  const others = LANGUAGE_CODES.filter((language) => language !== 'en');
  return [script('/forms.js', built), ...others.map((language) => script(`/forms/${language}.js`, textsOf(language)))];
}

/** Leaves the texts at its own element; an image named `currentScript` would hide that. */
const textsOf = (language: Language): string =>
  `Reflect.get(Document.prototype,'currentScript',document).texts=${JSON.stringify(scriptTextsIn(language))}`;
