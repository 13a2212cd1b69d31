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

/** The language of the texts that a sender prefers; English if there is none. */
export function preferredLanguage(acceptLanguage = ''): Language {
  const wanted = acceptLanguage
    .split(',', 20)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { language: tag.toLowerCase().split('-')[0] ?? '', weight: Number(weight) || 0 };
    })
    .filter(({ language, weight }) => weight > 0 && Object.hasOwn(LANGUAGES, language))
    .sort((a, b) => b.weight - a.weight);
  return (wanted[0]?.language ?? 'en') as Language;
}

export type Translated<T> = Readonly<Record<Language, T>>;

/** Text of a form page: a heading, and one or two sentences or paragraphs. */
export type FormText = readonly [heading: string, ...paragraphs: string[]];
