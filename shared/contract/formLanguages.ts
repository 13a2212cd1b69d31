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

/** The tags of the first 20 languages in `Accept-Language`, in lower case, most preferred first. */
export const acceptedLanguages = (acceptLanguage = ''): string[] =>
  acceptLanguage
    .split(',', 20)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { tag: tag.toLowerCase(), weight: Number(weight) || 0 };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);

/** The language of a tag such as `de-AT` or `de_AT`, or of the first of a list, if there are texts in it. */
export function knownLanguage(tag: unknown): Language | undefined {
  const [language = ''] = String(tag).toLowerCase().split(/[-_,]/);
  return Object.hasOwn(LANGUAGES, language) ? (language as Language) : undefined;
}

/** The language of the texts that a sender prefers; English if there is none. */
export const preferredLanguage = (acceptLanguage?: string): Language =>
  acceptedLanguages(acceptLanguage)
    .map(knownLanguage)
    .find((language) => language !== undefined) ?? 'en';

export type Translated<T> = Readonly<Record<Language, T>>;

/** Text of a form page: a heading, and one or two sentences or paragraphs. */
export type FormText = readonly [heading: string, ...paragraphs: string[]];
