import type { FormText, Translated } from '../shared/contract/formLanguages.ts';
import type { CONFIRMATION_ACTIONS } from '../shared/contract/schemas/pending.ts';

type Action = (typeof CONFIRMATION_ACTIONS)[number];

/** Texts of the page on which a sender confirms a submission. */
export interface ConfirmText {
  ask: FormText;
  buttons: Record<Action, string>;
  /** After each button. */
  done: Record<Action, FormText>;
  /** The last mail was sent less than an hour ago. */
  early: FormText;
  /** Nothing is left to confirm. */
  gone: FormText;
}

export const CONFIRM_TEXTS: Translated<ConfirmText> = {
  en: {
    ask: {
      heading: 'Confirm your message?',
      paragraphs: ['Somebody sent a form with your address. The message is only delivered if you confirm it.'],
    },
    buttons: {
      confirm: 'Confirm',
      delete: 'That was not me: delete it',
      resend: 'Send me the mail again',
    },
    done: {
      confirm: { heading: 'Confirmed', paragraphs: ['Thank you. Your message is on its way.'] },
      delete: { heading: 'Deleted', paragraphs: ['The message was not delivered.'] },
      resend: { heading: 'Mail sent', paragraphs: ['It should arrive within a few minutes.'] },
    },
    early: {
      heading: 'The mail is still new',
      paragraphs: ['It was sent less than an hour ago. Please also look in your spam folder.'],
    },
    gone: {
      heading: 'Nothing to confirm',
      paragraphs: [
        'The link is incomplete or too old, or the message was deleted. If you need to, send the form again.',
      ],
    },
  },
  es: {
    ask: {
      heading: '¿Confirmar su mensaje?',
      paragraphs: ['Alguien envió un formulario con su dirección. El mensaje solo se entregará si usted lo confirma.'],
    },
    buttons: {
      confirm: 'Confirmar',
      delete: 'No fui yo: eliminarlo',
      resend: 'Enviarme el correo de nuevo',
    },
    done: {
      confirm: { heading: 'Confirmado', paragraphs: ['Gracias. Su mensaje está en camino.'] },
      delete: { heading: 'Eliminado', paragraphs: ['El mensaje no se ha entregado.'] },
      resend: { heading: 'Correo enviado', paragraphs: ['Debería llegar en unos minutos.'] },
    },
    early: {
      heading: 'El correo es reciente',
      paragraphs: ['Se envió hace menos de una hora. Mire también en su carpeta de correo no deseado.'],
    },
    gone: {
      heading: 'No hay nada que confirmar',
      paragraphs: [
        'El enlace está incompleto o es demasiado antiguo, o el mensaje fue eliminado. Si lo necesita, envíe el formulario de nuevo.',
      ],
    },
  },
  de: {
    ask: {
      heading: 'Ihre Nachricht bestätigen?',
      paragraphs: [
        'Jemand hat ein Formular mit Ihrer Adresse abgeschickt. Die Nachricht wird nur zugestellt, wenn Sie sie bestätigen.',
      ],
    },
    buttons: {
      confirm: 'Bestätigen',
      delete: 'Das war ich nicht: löschen',
      resend: 'E-Mail noch einmal senden',
    },
    done: {
      confirm: { heading: 'Bestätigt', paragraphs: ['Vielen Dank. Ihre Nachricht ist unterwegs.'] },
      delete: { heading: 'Gelöscht', paragraphs: ['Die Nachricht wurde nicht zugestellt.'] },
      resend: { heading: 'E-Mail gesendet', paragraphs: ['Sie sollte in wenigen Minuten ankommen.'] },
    },
    early: {
      heading: 'Die E-Mail ist noch neu',
      paragraphs: ['Sie wurde vor weniger als einer Stunde gesendet. Bitte sehen Sie auch im Spam-Ordner nach.'],
    },
    gone: {
      heading: 'Nichts zu bestätigen',
      paragraphs: [
        'Der Link ist unvollständig oder zu alt, oder die Nachricht wurde gelöscht. Senden Sie das Formular bei Bedarf noch einmal.',
      ],
    },
  },
  fr: {
    ask: {
      heading: 'Confirmer votre message\u00a0?',
      paragraphs: [
        'Quelqu’un a envoyé un formulaire avec votre adresse. Le message ne sera transmis que si vous le confirmez.',
      ],
    },
    buttons: {
      confirm: 'Confirmer',
      delete: 'Ce n’était pas moi\u00a0: le supprimer',
      resend: 'M’envoyer à nouveau le message',
    },
    done: {
      confirm: { heading: 'Confirmé', paragraphs: ['Merci. Votre message est en route.'] },
      delete: { heading: 'Supprimé', paragraphs: ['Le message n’a pas été transmis.'] },
      resend: { heading: 'E-mail envoyé', paragraphs: ['Il devrait arriver dans quelques minutes.'] },
    },
    early: {
      heading: 'L’e-mail est encore récent',
      paragraphs: ['Il a été envoyé il y a moins d’une heure. Regardez aussi dans vos courriers indésirables.'],
    },
    gone: {
      heading: 'Rien à confirmer',
      paragraphs: [
        'Le lien est incomplet ou trop ancien, ou le message a été supprimé. Si besoin, envoyez à nouveau le formulaire.',
      ],
    },
  },
  pt: {
    ask: {
      heading: 'Confirmar a sua mensagem?',
      paragraphs: ['Alguém enviou um formulário com o seu endereço. A mensagem só será entregue se a confirmar.'],
    },
    buttons: {
      confirm: 'Confirmar',
      delete: 'Não fui eu: eliminar',
      resend: 'Enviar-me o e-mail novamente',
    },
    done: {
      confirm: { heading: 'Confirmada', paragraphs: ['Obrigado. A sua mensagem está a caminho.'] },
      delete: { heading: 'Eliminada', paragraphs: ['A mensagem não foi entregue.'] },
      resend: { heading: 'E-mail enviado', paragraphs: ['Deverá chegar dentro de alguns minutos.'] },
    },
    early: {
      heading: 'O e-mail ainda é recente',
      paragraphs: ['Foi enviado há menos de uma hora. Veja também na pasta de spam.'],
    },
    gone: {
      heading: 'Nada para confirmar',
      paragraphs: [
        'A ligação está incompleta ou é demasiado antiga, ou a mensagem foi eliminada. Se precisar, envie o formulário novamente.',
      ],
    },
  },
  ja: {
    ask: {
      heading: 'メッセージを確認しますか？',
      paragraphs: [
        'あなたのアドレスを使ってフォームが送信されました。確認していただいた場合にのみ、メッセージが届けられます。',
      ],
    },
    buttons: {
      confirm: '確認する',
      delete: '心当たりがないので削除する',
      resend: 'メールをもう一度受け取る',
    },
    done: {
      confirm: { heading: '確認しました', paragraphs: ['ありがとうございます。メッセージは届けられます。'] },
      delete: { heading: '削除しました', paragraphs: ['メッセージは届けられませんでした。'] },
      resend: { heading: 'メールを送信しました', paragraphs: ['数分以内に届きます。'] },
    },
    early: {
      heading: 'メールは送信されたばかりです',
      paragraphs: ['送信から1時間たっていません。迷惑メールフォルダーもご確認ください。'],
    },
    gone: {
      heading: '確認するものがありません',
      paragraphs: [
        'リンクが不完全か古すぎるか、メッセージが削除されています。必要な場合は、フォームをもう一度送信してください。',
      ],
    },
  },
  ar: {
    ask: {
      heading: 'هل تؤكد رسالتك؟',
      paragraphs: ['أرسل شخص ما نموذجًا بعنوانك. لن تُسلَّم الرسالة إلا إذا أكدتها.'],
    },
    buttons: {
      confirm: 'تأكيد',
      delete: 'لم أكن أنا: احذفها',
      resend: 'أرسلوا إليّ البريد مرة أخرى',
    },
    done: {
      confirm: { heading: 'تم التأكيد', paragraphs: ['شكرًا لك. رسالتك في طريقها.'] },
      delete: { heading: 'تم الحذف', paragraphs: ['لم تُسلَّم الرسالة.'] },
      resend: { heading: 'أُرسل البريد', paragraphs: ['يُفترض أن يصل خلال بضع دقائق.'] },
    },
    early: {
      heading: 'البريد حديث',
      paragraphs: ['أُرسل قبل أقل من ساعة. يُرجى البحث أيضًا في مجلد البريد غير المرغوب فيه.'],
    },
    gone: {
      heading: 'لا يوجد ما يمكن تأكيده',
      paragraphs: ['الرابط غير كامل أو قديم جدًا، أو حُذفت الرسالة. أرسل النموذج مرة أخرى إذا لزم الأمر.'],
    },
  },
};
