import type { FormText, Translated } from '../../shared/contract/formLanguages.ts';

/** Texts of such a page before and after its button was pressed. */
export interface MailPageText {
  /** Shown before the button is pressed. */
  ask: FormText;
  button: string;
  done: FormText;
}

export const UNSUBSCRIBE_TEXTS: Translated<MailPageText> = {
  en: {
    ask: ['No more mails?', 'Forms of this service will no longer send confirmations to your address.'],
    button: 'Never email me again',
    done: ['Done', 'You will get no more confirmations from this service.'],
  },
  es: {
    ask: ['¿No más correos?', 'Los formularios de este servicio ya no enviarán confirmaciones a su dirección.'],
    button: 'No volver a escribirme',
    done: ['Hecho', 'No recibirá más confirmaciones de este servicio.'],
  },
  de: {
    ask: ['Keine E-Mails mehr?', 'Formulare dieses Dienstes senden dann keine Bestätigungen mehr an Ihre Adresse.'],
    button: 'Keine E-Mails mehr erhalten',
    done: ['Erledigt', 'Sie erhalten keine Bestätigungen dieses Dienstes mehr.'],
  },
  fr: {
    ask: [
      'Ne plus recevoir de messages\u00a0?',
      'Les formulaires de ce service n’enverront plus de confirmations à votre adresse.',
    ],
    button: 'Ne plus jamais m’écrire',
    done: ['C’est fait', 'Vous ne recevrez plus de confirmations de ce service.'],
  },
  pt: {
    ask: [
      'Não receber mais e-mails?',
      'Os formulários deste serviço deixarão de enviar confirmações para o seu endereço.',
    ],
    button: 'Não receber mais e-mails',
    done: ['Pronto', 'Você não receberá mais confirmações deste serviço.'],
  },
  ja: {
    ask: ['メールの受信を停止しますか？', 'このサービスのフォームから、このアドレスへ確認メールが送られなくなります。'],
    button: '今後メールを受け取らない',
    done: ['完了しました', 'このサービスから確認メールが届くことはもうありません。'],
  },
  ar: {
    ask: ['إيقاف الرسائل؟', 'لن ترسل نماذج هذه الخدمة رسائل تأكيد إلى عنوانك بعد ذلك.'],
    button: 'عدم مراسلتي مجددًا',
    done: ['تم', 'لن تصلك رسائل تأكيد من هذه الخدمة بعد الآن.'],
  },
};

/** The link has no valid token. */
export const LINK_GONE: Translated<FormText> = {
  en: ['This link does not work', 'Open the link in the mail again, as a whole.'],
  es: ['Este enlace no funciona', 'Abra de nuevo el enlace completo del correo.'],
  de: ['Dieser Link funktioniert nicht', 'Öffnen Sie den Link in der E-Mail noch einmal vollständig.'],
  fr: ['Ce lien ne fonctionne pas', 'Ouvrez à nouveau le lien complet du message.'],
  pt: ['Este link não funciona', 'Abra novamente o link completo do e-mail.'],
  ja: ['このリンクは使えません', 'メールのリンク全体をもう一度開いてください。'],
  ar: ['هذا الرابط لا يعمل', 'افتح الرابط الكامل في الرسالة مرة أخرى.'],
};

/** The link was in a test. */
export const LINK_OF_TEST: Translated<FormText> = {
  en: ['This was a test', 'Nothing happened. In a mail to a sender, this button works.'],
  es: [
    'Esto era una prueba',
    'No ha ocurrido nada. En el correo que recibe quien envía el formulario, este botón funciona.',
  ],
  de: ['Das war ein Test', 'Es ist nichts passiert. In einer E-Mail an einen Absender funktioniert dieser Knopf.'],
  fr: ['C’était un test', 'Rien ne s’est passé. Dans l’e-mail que reçoit l’expéditeur, ce bouton fonctionne.'],
  pt: ['Isto foi um teste', 'Nada aconteceu. Nos e-mails aos remetentes, este botão funciona.'],
  ja: ['これはテストでした', '何も実行されていません。送信者へのメールでは、このボタンが機能します。'],
  ar: ['كان هذا اختبارًا', 'لم يحدث شيء. في رسالة إلى مرسل، يعمل هذا الزر.'],
};

/** The service is unreachable or too busy. */
export const TRY_AGAIN: Translated<FormText> = {
  en: ['That did not work', 'Please try again in a moment.'],
  es: ['No ha funcionado', 'Inténtelo de nuevo dentro de un momento.'],
  de: ['Das hat nicht geklappt', 'Bitte versuchen Sie es gleich noch einmal.'],
  fr: ['Cela n’a pas fonctionné', 'Veuillez réessayer dans un instant.'],
  pt: ['Não funcionou', 'Tente novamente em instantes.'],
  ja: ['処理できませんでした', 'しばらくしてからもう一度お試しください。'],
  ar: ['لم ينجح ذلك', 'يُرجى المحاولة مرة أخرى بعد قليل.'],
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
