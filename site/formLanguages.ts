/** Languages of the form pages with their writing direction. English is shown without a script, so it comes first. */
export const LANGUAGES = {
  en: { dir: 'ltr' },
  es: { dir: 'ltr' },
  de: { dir: 'ltr' },
  fr: { dir: 'ltr' },
  pt: { dir: 'ltr' },
  ja: { dir: 'ltr' },
  ar: { dir: 'rtl' },
} as const satisfies Record<string, { dir: 'ltr' | 'rtl' }>;

export type Language = keyof typeof LANGUAGES;

/** One text in every language. */
export type Translated<T> = Readonly<Record<Language, T>>;
