/**
 * Languages of the form pages, with their own name and writing direction. The first is the fallback, also without
 * scripts.
 */
export const LANGUAGES = {
  en: { name: 'English', dir: 'ltr' },
  es: { name: 'Español', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  fr: { name: 'Français', dir: 'ltr' },
  pt: { name: 'Português', dir: 'ltr' },
  ja: { name: '日本語', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
} as const satisfies Record<string, { name: string; dir: 'ltr' | 'rtl' }>;

export type Language = keyof typeof LANGUAGES;

export type Translated<T> = Readonly<Record<Language, T>>;

/** Text of a form page: a heading, and one or two sentences or paragraphs. */
export interface FormText {
  heading: string;
  paragraphs: readonly string[];
}
