import type { FormText, Translated } from '../shared/contract/formLanguages.ts';

/** Texts of such a page before and after its button was pressed. */
export interface MailPageText {
  /** Before. */
  ask: FormText;
  button: string;
  done: FormText;
}

export const UNSUBSCRIBE_TEXTS: Translated<MailPageText> = {
  en: {
    ask: {
      heading: 'No more mails?',
      paragraphs: ['Forms of this service will no longer send confirmations to your address.'],
    },
    button: 'Never email me again',
    done: { heading: 'Done', paragraphs: ['You will get no more confirmations from this service.'] },
  },
  es: {
    ask: {
      heading: '¿No más correos?',
      paragraphs: ['Los formularios de este servicio ya no enviarán confirmaciones a su dirección.'],
    },
    button: 'No volver a escribirme',
    done: { heading: 'Hecho', paragraphs: ['No recibirá más confirmaciones de este servicio.'] },
  },
  de: {
    ask: {
      heading: 'Keine E-Mails mehr?',
      paragraphs: ['Formulare dieses Dienstes senden dann keine Bestätigungen mehr an Ihre Adresse.'],
    },
    button: 'Nie wieder an mich schreiben',
    done: { heading: 'Erledigt', paragraphs: ['Sie erhalten keine Bestätigungen dieses Dienstes mehr.'] },
  },
  fr: {
    ask: {
      heading: 'Ne plus recevoir de messages\u00a0?',
      paragraphs: ['Les formulaires de ce service n’enverront plus de confirmations à votre adresse.'],
    },
    button: 'Ne plus jamais m’écrire',
    done: { heading: 'C’est fait', paragraphs: ['Vous ne recevrez plus de confirmations de ce service.'] },
  },
  pt: {
    ask: {
      heading: 'Não receber mais e-mails?',
      paragraphs: ['Os formulários deste serviço deixarão de enviar confirmações para o seu endereço.'],
    },
    button: 'Não voltar a escrever-me',
    done: { heading: 'Feito', paragraphs: ['Não receberá mais confirmações deste serviço.'] },
  },
  ja: {
    ask: {
      heading: 'メールの受信を停止しますか？',
      paragraphs: ['このサービスのフォームから、このアドレスへ確認メールが送られなくなります。'],
    },
    button: '今後メールを受け取らない',
    done: { heading: '完了しました', paragraphs: ['このサービスから確認メールが届くことはもうありません。'] },
  },
  ar: {
    ask: {
      heading: 'إيقاف الرسائل؟',
      paragraphs: ['لن ترسل نماذج هذه الخدمة رسائل تأكيد إلى عنوانك بعد ذلك.'],
    },
    button: 'عدم مراسلتي مجددًا',
    done: { heading: 'تم', paragraphs: ['لن تصلك رسائل تأكيد من هذه الخدمة بعد الآن.'] },
  },
};

/** The link has no valid token. */
export const LINK_GONE: Translated<FormText> = {
  en: { heading: 'This link does not work', paragraphs: ['Open the link in the mail again, as a whole.'] },
  es: { heading: 'Este enlace no funciona', paragraphs: ['Abra de nuevo el enlace completo del correo.'] },
  de: {
    heading: 'Dieser Link funktioniert nicht',
    paragraphs: ['Öffnen Sie den Link in der E-Mail noch einmal vollständig.'],
  },
  fr: { heading: 'Ce lien ne fonctionne pas', paragraphs: ['Ouvrez à nouveau le lien complet du message.'] },
  pt: { heading: 'Esta ligação não funciona', paragraphs: ['Abra novamente a ligação completa do e-mail.'] },
  ja: { heading: 'このリンクは使えません', paragraphs: ['メールのリンクをもう一度、最後まで含めて開いてください。'] },
  ar: { heading: 'هذا الرابط لا يعمل', paragraphs: ['افتح الرابط الكامل في الرسالة مرة أخرى.'] },
};

/** The link was in a test. */
export const LINK_OF_TEST: Translated<FormText> = {
  en: { heading: 'This was a test', paragraphs: ['Nothing happened. In a mail to a sender, this button works.'] },
  es: {
    heading: 'Esto era una prueba',
    paragraphs: ['No ha ocurrido nada. En un correo a un remitente, este botón funciona.'],
  },
  de: {
    heading: 'Das war ein Test',
    paragraphs: ['Es ist nichts passiert. In einer E-Mail an einen Absender funktioniert dieser Knopf.'],
  },
  fr: {
    heading: 'C’était un test',
    paragraphs: ['Rien ne s’est passé. Dans un message à un expéditeur, ce bouton fonctionne.'],
  },
  pt: {
    heading: 'Isto foi um teste',
    paragraphs: ['Não aconteceu nada. Num e-mail a um remetente, este botão funciona.'],
  },
  ja: {
    heading: 'これはテストでした',
    paragraphs: ['何も実行されていません。送信者へのメールでは、このボタンが機能します。'],
  },
  ar: { heading: 'كان هذا اختبارًا', paragraphs: ['لم يحدث شيء. في رسالة إلى مرسل، يعمل هذا الزر.'] },
};

/** The service is unreachable or too busy. */
export const TRY_AGAIN: Translated<FormText> = {
  en: { heading: 'That did not work', paragraphs: ['Please try again in a moment.'] },
  es: { heading: 'No ha funcionado', paragraphs: ['Inténtelo de nuevo dentro de un momento.'] },
  de: { heading: 'Das hat nicht geklappt', paragraphs: ['Bitte versuchen Sie es gleich noch einmal.'] },
  fr: { heading: 'Cela n’a pas fonctionné', paragraphs: ['Veuillez réessayer dans un instant.'] },
  pt: { heading: 'Não funcionou', paragraphs: ['Tente novamente dentro de momentos.'] },
  ja: { heading: '処理できませんでした', paragraphs: ['しばらくしてからもう一度お試しください。'] },
  ar: { heading: 'لم ينجح ذلك', paragraphs: ['يُرجى المحاولة مرة أخرى بعد قليل.'] },
};

/** Without scripts, the page cannot do anything. */
export const NEEDS_SCRIPT: Translated<string> = {
  en: 'This page needs JavaScript.',
  es: 'Esta página necesita JavaScript.',
  de: 'Diese Seite braucht JavaScript.',
  fr: 'Cette page nécessite JavaScript.',
  pt: 'Esta página precisa de JavaScript.',
  ja: 'このページにはJavaScriptが必要です。',
  ar: 'تحتاج هذه الصفحة إلى JavaScript.',
};
