import type { FormText, Translated } from '../shared/contract/formLanguages.ts';
import type { FORM_PAGES } from '../shared/contract/sitePages.ts';
import { ADDRESS } from './formAddressTexts.ts';
import { BUSY, DISABLED, ERROR, INVALID, NOT_FOUND } from './formFailureTexts.ts';
import { FILES, TOO_LARGE } from './formFileTexts.ts';
import { CAPTCHA, FORBIDDEN } from './formSpamTexts.ts';

export const BACK_TO_FORM: Translated<string> = {
  en: 'Back to the form',
  es: 'Volver al formulario',
  de: 'Zurück zum Formular',
  fr: 'Retour au formulaire',
  pt: 'Voltar ao formulário',
  ja: 'フォームに戻る',
  ar: 'العودة إلى النموذج',
};

export const FOR_THE_OWNER: Translated<string> = {
  en: 'For the owner of the website:',
  es: 'Para quien administra el sitio web:',
  de: 'Für die Betreiber der Website:',
  fr: 'Pour les responsables du site\u00a0:',
  pt: 'Para quem administra o site:',
  ja: 'サイト管理者の方へ：',
  ar: 'لمسؤولي الموقع:',
};

const THANK_YOU: Translated<FormText> = {
  en: ['Thank you', 'Your form has been sent.', 'You can close this page now.'],
  es: ['Gracias', 'El formulario se ha enviado.', 'Ya puede cerrar esta página.'],
  de: ['Vielen Dank', 'Ihr Formular wurde gesendet.', 'Sie können diese Seite jetzt schließen.'],
  fr: ['Merci', 'Votre formulaire a bien été envoyé.', 'Vous pouvez maintenant fermer cette page.'],
  pt: ['Obrigado', 'O formulário foi enviado.', 'Já pode fechar esta página.'],
  ja: ['ありがとうございます', 'フォームの送信が完了しました。', 'このページは閉じていただいてかまいません。'],
  ar: ['شكرًا لك', 'تم إرسال النموذج.', 'يمكنك الآن إغلاق هذه الصفحة.'],
};

export const FORM_TEXTS: Readonly<Record<keyof typeof FORM_PAGES, Translated<FormText>>> = {
  thankYou: THANK_YOU,
  notFound: NOT_FOUND,
  disabled: DISABLED,
  forbidden: FORBIDDEN,
  invalid: INVALID,
  captcha: CAPTCHA,
  files: FILES,
  tooLarge: TOO_LARGE,
  busy: BUSY,
  error: ERROR,
  address: ADDRESS,
};
