import { FORM_HEADINGS } from '../../shared/contract/formHeadings.ts';
import type { FormText, Translated } from '../../shared/contract/formLanguages.ts';
import type { FORM_PAGES } from '../../shared/contract/formPages.ts';
import { ADDRESS } from './addressTexts.ts';
import { BUSY, DISABLED, ERROR, INVALID, NOT_FOUND } from './failureTexts.ts';
import { FILES_REJECTED, TOO_LARGE } from './fileTexts.ts';
import { CAPTCHA, FORBIDDEN, HIDDEN_ORIGIN } from './spamTexts.ts';

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
  en: [FORM_HEADINGS.thankYou.en, 'Your form has been sent.', 'You can close this page now.'],
  es: [FORM_HEADINGS.thankYou.es, 'El formulario se ha enviado.', 'Ya puede cerrar esta página.'],
  de: [FORM_HEADINGS.thankYou.de, 'Ihr Formular wurde gesendet.', 'Sie können diese Seite jetzt schließen.'],
  fr: [FORM_HEADINGS.thankYou.fr, 'Votre formulaire a bien été envoyé.', 'Vous pouvez maintenant fermer cette page.'],
  pt: [FORM_HEADINGS.thankYou.pt, 'O formulário foi enviado.', 'Você já pode fechar esta página.'],
  ja: [FORM_HEADINGS.thankYou.ja, 'フォームの送信が完了しました。', 'このページは閉じていただいてかまいません。'],
  ar: [FORM_HEADINGS.thankYou.ar, 'تم إرسال النموذج.', 'يمكنك الآن إغلاق هذه الصفحة.'],
};

/** The endpoint asks senders to confirm. */
const CONFIRM: Translated<FormText> = {
  en: [
    'Please confirm',
    'Look for our mail: your message is only delivered once you confirm it there.',
    'If it does not arrive soon, look in your spam folder, or send the form again tomorrow.',
  ],
  es: [
    'Confirme su mensaje',
    'Busque nuestro correo: su mensaje solo se entregará cuando lo confirme allí.',
    'Si no llega en unos minutos, mire en su carpeta de correo no deseado o envíe el formulario de nuevo mañana.',
  ],
  de: [
    'Bitte bestätigen Sie',
    'Sehen Sie in Ihr Postfach: Ihre Nachricht wird erst zugestellt, wenn Sie sie in unserer E-Mail bestätigen.',
    'Kommt die E-Mail nicht in wenigen Minuten an, sehen Sie im Spam-Ordner nach, oder senden Sie das Formular morgen noch einmal.',
  ],
  fr: [
    'Veuillez confirmer',
    'Consultez votre messagerie\u00a0: votre message ne sera transmis qu’une fois confirmé dans notre e-mail.',
    'Si l’e-mail n’arrive pas d’ici quelques minutes, regardez dans vos courriers indésirables ou renvoyez le formulaire demain.',
  ],
  pt: [
    'Confirme a sua mensagem',
    'Procure o nosso e-mail: a sua mensagem só será entregue depois de a confirmar.',
    'Se o e-mail não chegar dentro de alguns minutos, veja na pasta de spam ou envie o formulário novamente amanhã.',
  ],
  ja: [
    '確認をお願いします',
    'お送りするメールで確認していただいた後に、メッセージが届けられます。',
    '数分たってもメールが届かない場合は、迷惑メールフォルダーをご確認いただくか、明日もう一度フォームを送信してください。',
  ],
  ar: [
    'يُرجى التأكيد',
    'ابحث عن رسالتنا في بريدك: لن تُسلَّم رسالتك إلا بعد أن تؤكدها فيها.',
    'إذا لم يصل البريد خلال بضع دقائق، فابحث في مجلد البريد غير المرغوب فيه أو أرسل النموذج مرة أخرى غدًا.',
  ],
};

export const FORM_TEXTS: Readonly<Record<keyof typeof FORM_PAGES, Translated<FormText>>> = {
  thankYou: THANK_YOU,
  confirm: CONFIRM,
  notFound: NOT_FOUND,
  disabled: DISABLED,
  forbidden: FORBIDDEN,
  hiddenOrigin: HIDDEN_ORIGIN,
  invalid: INVALID,
  captcha: CAPTCHA,
  files: FILES_REJECTED,
  tooLarge: TOO_LARGE,
  busy: BUSY,
  error: ERROR,
  address: ADDRESS,
};
