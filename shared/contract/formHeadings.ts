import type { Translated } from './formLanguages.ts';

/** Headings of the pages on which the text can be the owner's. */
export const FORM_HEADINGS = {
  thankYou: {
    en: 'Thank you',
    es: 'Gracias',
    de: 'Vielen Dank',
    fr: 'Merci',
    pt: 'Obrigado',
    ja: 'ありがとうございます',
    ar: 'شكرًا لك',
  },
  disabled: {
    en: 'This form is closed',
    es: 'Este formulario está cerrado',
    de: 'Dieses Formular ist geschlossen',
    fr: 'Ce formulaire est fermé',
    pt: 'Este formulário está fechado',
    ja: 'このフォームは受付を停止しています',
    ar: 'هذا النموذج مغلق',
  },
} satisfies Record<string, Translated<string>>;
