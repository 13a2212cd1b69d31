/**
 * Languages of the form pages: each by its own name and with its writing direction. The first is what a browser
 * shows whose languages are all others, or which runs no script.
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

/** One text in every language. */
export type Translated<T> = Readonly<Record<Language, T>>;

/** What a form page says: its heading and one or two sentences or paragraphs. */
export interface FormText {
  heading: string;
  paragraphs: readonly string[];
}
