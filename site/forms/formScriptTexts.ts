import type { FormText, Language, Translated } from '../../shared/contract/formLanguages.ts';
import { FORM_TEXTS } from '../formPages/formTexts.ts';

/** Texts of the script that sends forms. A form can replace each by an attribute such as `data-text-sent`. */
const SCRIPT_TEXTS = {
  sending: {
    en: 'Sending …',
    es: 'Enviando…',
    de: 'Wird gesendet …',
    fr: 'Envoi en cours…',
    pt: 'Enviando…',
    ja: '送信しています…',
    ar: 'جارٍ الإرسال…',
  },
  busy: {
    en: 'Many people are sending files: waiting for a moment …',
    es: 'Hay muchos envíos. Espere un momento…',
    de: 'Viele senden gerade Dateien. Einen Moment …',
    fr: 'Beaucoup d’envois en cours. Un instant…',
    pt: 'Há muitos envios. Aguarde um momento…',
    ja: '混み合っています。少しお待ちください…',
    ar: 'يرسل كثيرون الآن. يُرجى الانتظار لحظة…',
  },
  sent: {
    en: 'Thank you. Your message has been sent.',
    es: 'Gracias. Su mensaje se ha enviado.',
    de: 'Vielen Dank. Ihre Nachricht wurde gesendet.',
    fr: 'Merci. Votre message a bien été envoyé.',
    pt: 'Obrigado. A sua mensagem foi enviada.',
    ja: 'ありがとうございます。送信が完了しました。',
    ar: 'شكرًا لك. تم إرسال رسالتك.',
  },
  failed: {
    en: 'Your message was not sent.',
    es: 'Su mensaje no se ha enviado.',
    de: 'Ihre Nachricht wurde nicht gesendet.',
    fr: 'Votre message n’a pas été envoyé.',
    pt: 'A sua mensagem não foi enviada.',
    ja: '送信できませんでした。',
    ar: 'لم تُرسَل رسالتك.',
  },
  unsent: {
    en: 'Not sent.',
    es: 'No se ha enviado.',
    de: 'Nicht gesendet.',
    fr: 'Non envoyé.',
    pt: 'Não foi enviado.',
    ja: '送信できませんでした。',
    ar: 'لم يُرسَل.',
  },
  offline: {
    en: 'Your message was not sent. Are you online?',
    es: 'Su mensaje no se ha enviado. ¿Está en línea?',
    de: 'Ihre Nachricht wurde nicht gesendet. Sind Sie online?',
    fr: 'Votre message n’a pas été envoyé. Êtes-vous en ligne\u00a0?',
    pt: 'A sua mensagem não foi enviada. Está online?',
    ja: '送信できませんでした。インターネットに接続していますか？',
    ar: 'لم تُرسَل رسالتك. هل أنت متصل بالإنترنت؟',
  },
  empty: {
    en: 'This file is empty:',
    es: 'Este archivo está vacío:',
    de: 'Diese Datei ist leer:',
    fr: 'Ce fichier est vide\u00a0:',
    pt: 'Este arquivo está vazio:',
    ja: 'ファイルが空です：',
    ar: 'هذا الملف فارغ:',
  },
  waiting: {
    en: 'Waiting for a connection …',
    es: 'Esperando la conexión…',
    de: 'Warten auf eine Verbindung …',
    fr: 'En attente de connexion…',
    pt: 'Aguardando a conexão…',
    ja: '接続を待っています…',
    ar: 'في انتظار الاتصال…',
  },
  cancel: {
    en: 'Cancel',
    es: 'Cancelar',
    de: 'Abbrechen',
    fr: 'Annuler',
    pt: 'Cancelar',
    ja: 'キャンセル',
    ar: 'إلغاء',
  },
  cancelled: {
    en: 'Cancelled.',
    es: 'Cancelado.',
    de: 'Abgebrochen.',
    fr: 'Annulé.',
    pt: 'Cancelado.',
    ja: 'キャンセルしました。',
    ar: 'أُلغي الإرسال.',
  },
  retry: {
    en: 'Try again',
    es: 'Reintentar',
    de: 'Erneut versuchen',
    fr: 'Réessayer',
    pt: 'Tentar novamente',
    ja: '再試行',
    ar: 'إعادة المحاولة',
  },
  done: { en: 'Done.', es: 'Listo.', de: 'Fertig.', fr: 'Terminé.', pt: 'Concluído.', ja: '完了', ar: 'تم.' },
} as const satisfies Record<string, Translated<string>>;

export type ScriptText = keyof typeof SCRIPT_TEXTS | 'confirm';

/** The texts in a language. For a submission to confirm, the script shows the text of the thank-you page. */
export function scriptTextsIn(language: Language): Record<ScriptText, string> {
  const texts = Object.entries<Translated<string>>(SCRIPT_TEXTS).map(([name, text]) => [name, text[language]]);
  const [, ...confirm]: FormText = FORM_TEXTS.confirm[language];
  return { ...Object.fromEntries(texts), confirm: confirm.join(' ') };
}
