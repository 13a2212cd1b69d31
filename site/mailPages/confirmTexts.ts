import type { FormText, Translated } from '../../shared/contract/formLanguages.ts';
import type { CONFIRMATION_ACTIONS } from '../../shared/contract/schemas/submissions/pending.ts';

type Action = (typeof CONFIRMATION_ACTIONS)[number];

/** Texts of the page on which a sender confirms a submission. */
export interface ConfirmText {
  ask: FormText;
  buttons: Record<Action, string>;
  /** After each button. */
  done: Record<Action, FormText>;
  /** The last mail was sent less than an hour ago. */
  early: FormText;
  /** Shown when there is nothing left to confirm. */
  gone: FormText;
}

export const CONFIRM_TEXTS: Translated<ConfirmText> = {
  en: {
    ask: [
      'Confirm your message?',
      'Somebody sent a form with your address. The message is only delivered if you confirm it.',
    ],
    buttons: { confirm: 'Confirm', delete: 'That was not me: delete it', resend: 'Send me the mail again' },
    done: {
      confirm: ['Confirmed', 'Thank you. Your message is on its way.'],
      delete: ['Deleted', 'The message was not delivered.'],
      resend: ['Mail sent', 'It should arrive within a few minutes.'],
    },
    early: ['Not sent again yet', 'You were mailed recently. Please look in your spam folder, or try again later.'],
    gone: [
      'Nothing to confirm',
      'The link is incomplete or too old, or the message was deleted. If you need to, send the form again.',
    ],
  },
  es: {
    ask: [
      '¿Confirmar su mensaje?',
      'Alguien envió un formulario con su dirección. El mensaje solo se entregará si usted lo confirma.',
    ],
    buttons: { confirm: 'Confirmar', delete: 'No fui yo: eliminarlo', resend: 'Enviarme el correo de nuevo' },
    done: {
      confirm: ['Confirmado', 'Gracias. Su mensaje está en camino.'],
      delete: ['Eliminado', 'El mensaje no se ha entregado.'],
      resend: ['Correo enviado', 'Debería llegar en unos minutos.'],
    },
    early: [
      'Todavía no se ha enviado de nuevo',
      'Se le envió un correo hace poco. Mire en su carpeta de correo no deseado o inténtelo más tarde.',
    ],
    gone: [
      'No hay nada que confirmar',
      'El enlace está incompleto o es demasiado antiguo, o el mensaje fue eliminado. Si lo necesita, envíe el formulario de nuevo.',
    ],
  },
  de: {
    ask: [
      'Ihre Nachricht bestätigen?',
      'Jemand hat ein Formular mit Ihrer Adresse abgeschickt. Die Nachricht wird nur zugestellt, wenn Sie sie bestätigen.',
    ],
    buttons: { confirm: 'Bestätigen', delete: 'Das war ich nicht: löschen', resend: 'E-Mail noch einmal senden' },
    done: {
      confirm: ['Bestätigt', 'Vielen Dank. Ihre Nachricht ist unterwegs.'],
      delete: ['Gelöscht', 'Die Nachricht wurde nicht zugestellt.'],
      resend: ['E-Mail gesendet', 'Sie sollte in wenigen Minuten ankommen.'],
    },
    early: [
      'Noch nicht erneut gesendet',
      'Sie haben vor Kurzem eine E-Mail bekommen. Bitte sehen Sie im Spam-Ordner nach, oder versuchen Sie es später.',
    ],
    gone: [
      'Nichts zu bestätigen',
      'Der Link ist unvollständig oder zu alt, oder die Nachricht wurde gelöscht. Senden Sie das Formular bei Bedarf noch einmal.',
    ],
  },
  fr: {
    ask: [
      'Confirmer votre message\u00a0?',
      'Quelqu’un a envoyé un formulaire avec votre adresse. Le message ne sera transmis que si vous le confirmez.',
    ],
    buttons: {
      confirm: 'Confirmer',
      delete: 'Ce n’était pas moi\u00a0: le supprimer',
      resend: 'M’envoyer à nouveau l’e-mail',
    },
    done: {
      confirm: ['Confirmé', 'Merci. Votre message est en route.'],
      delete: ['Supprimé', 'Le message n’a pas été transmis.'],
      resend: ['E-mail envoyé', 'Il devrait arriver dans quelques minutes.'],
    },
    early: [
      'Pas encore envoyé à nouveau',
      'Un e-mail vous a été envoyé récemment. Regardez dans vos courriers indésirables, ou réessayez plus tard.',
    ],
    gone: [
      'Rien à confirmer',
      'Le lien est incomplet ou trop ancien, ou le message a été supprimé. Si besoin, envoyez à nouveau le formulaire.',
    ],
  },
  pt: {
    ask: [
      'Confirmar a sua mensagem?',
      'Alguém enviou um formulário com o seu endereço. A mensagem só será entregue se você a confirmar.',
    ],
    buttons: { confirm: 'Confirmar', delete: 'Não fui eu: excluir', resend: 'Enviar o e-mail novamente' },
    done: {
      confirm: ['Confirmada', 'Obrigado. A sua mensagem está a caminho.'],
      delete: ['Excluída', 'A mensagem não foi entregue.'],
      resend: ['E-mail enviado', 'Deve chegar em alguns minutos.'],
    },
    early: [
      'Ainda não foi enviado novamente',
      'Um e-mail foi enviado há pouco. Veja na pasta de spam ou tente mais tarde.',
    ],
    gone: [
      'Nada para confirmar',
      'O link está incompleto ou é antigo demais, ou a mensagem foi excluída. Se precisar, envie o formulário novamente.',
    ],
  },
  ja: {
    ask: [
      'メッセージの送信を確定しますか？',
      'あなたのアドレスを使ってフォームが送信されました。確認していただいた場合にのみ、メッセージが届けられます。',
    ],
    buttons: { confirm: '確認する', delete: '心当たりがないので削除する', resend: 'メールをもう一度受け取る' },
    done: {
      confirm: ['確認しました', 'ありがとうございます。メッセージは届けられます。'],
      delete: ['削除しました', 'メッセージは届けられませんでした。'],
      resend: ['メールを送信しました', '数分以内に届きます。'],
    },
    early: [
      'まだ再送信されていません',
      '最近メールを送信しました。迷惑メールフォルダーを確認するか、後でもう一度お試しください。',
    ],
    gone: [
      '確認するものがありません',
      'リンクが不完全か古すぎるか、メッセージが削除されています。必要な場合は、フォームをもう一度送信してください。',
    ],
  },
  ar: {
    ask: ['هل تؤكد رسالتك؟', 'أرسل شخص ما نموذجًا بعنوانك. لن تُسلَّم الرسالة إلا إذا أكدتها.'],
    buttons: { confirm: 'تأكيد', delete: 'لم أكن أنا: احذفها', resend: 'أعيدوا إرسال الرسالة إليّ' },
    done: {
      confirm: ['تم التأكيد', 'شكرًا لك. رسالتك في طريقها.'],
      delete: ['تم الحذف', 'لم تُسلَّم الرسالة.'],
      resend: ['أُرسل البريد', 'يُفترض أن يصل خلال بضع دقائق.'],
    },
    early: [
      'لم تُرسل مرة أخرى بعد',
      'أُرسلت إليك رسالة مؤخرًا. يُرجى البحث في مجلد البريد غير المرغوب فيه، أو المحاولة لاحقًا.',
    ],
    gone: [
      'لا يوجد ما يمكن تأكيده',
      'الرابط غير كامل أو قديم جدًا، أو حُذفت الرسالة. أرسل النموذج مرة أخرى إذا لزم الأمر.',
    ],
  },
};
