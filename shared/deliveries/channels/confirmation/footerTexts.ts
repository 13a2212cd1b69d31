import type { Translated } from '../../../contract/formLanguages.ts';
import { ENGLISH_FOOTER, type FooterText } from '../../../messages/confirmationFooter.ts';

export const FOOTER_TEXTS: Translated<FooterText> = {
  en: ENGLISH_FOOTER,
  es: {
    why: (form) => `Recibe este correo porque alguien indicó esta dirección en el formulario «${form}».`,
    ignore: 'Si no fue usted, no tiene que hacer nada.',
    unsubscribe: 'No volver a escribirme',
    needed: (until) => `Su mensaje solo se entregará cuando lo confirme, antes del ${until}.`,
    confirm: 'Confirmar',
    test: 'Esta es una prueba del responsable del formulario. Los campos muestran sus nombres y los enlaces no hacen nada.',
  },
  de: {
    why: (form) => `Sie erhalten diese E-Mail, weil diese Adresse in das Formular „${form}“ eingegeben wurde.`,
    ignore: 'Wenn Sie das nicht waren, müssen Sie nichts tun.',
    unsubscribe: 'Keine E-Mails mehr erhalten',
    needed: (until) => `Ihre Nachricht wird erst zugestellt, wenn Sie sie vor dem ${until} bestätigen.`,
    confirm: 'Bestätigen',
    test: 'Dies ist ein Test vom Betreiber des Formulars. Felder zeigen ihre Namen, und die Links bewirken nichts.',
  },
  fr: {
    why: (form) =>
      `Vous recevez ce message parce que cette adresse a été saisie dans le formulaire «\u00a0${form}\u00a0».`,
    ignore: 'Si ce n’était pas vous, vous n’avez rien à faire.',
    unsubscribe: 'Ne plus jamais m’écrire',
    needed: (until) => `Votre message ne sera transmis qu’une fois que vous l’aurez confirmé, avant le ${until}.`,
    confirm: 'Confirmer',
    test: 'Ceci est un test du responsable du formulaire. Les champs affichent leurs noms et les liens ne font rien.',
  },
  pt: {
    why: (form) => `Você recebeu este e-mail porque alguém indicou este endereço no formulário “${form}”.`,
    ignore: 'Se não foi você, não precisa fazer nada.',
    unsubscribe: 'Não receber mais e-mails',
    needed: (until) => `A sua mensagem só será entregue depois que você a confirmar, antes de ${until}.`,
    confirm: 'Confirmar',
    test: 'Este é um teste do responsável pelo formulário. Os campos mostram os seus nomes e os links não fazem nada.',
  },
  ja: {
    why: (form) => `このメールは、フォーム「${form}」にこのアドレスが入力されたためお送りしています。`,
    ignore: 'お心当たりがない場合は、何もする必要はありません。',
    unsubscribe: '今後メールを受け取らない',
    needed: (until) => `${until}までに確認していただくと、メッセージが送信先に届きます。`,
    confirm: '確認する',
    test: 'これはフォームの管理者によるテストです。項目には名前が表示され、リンクは機能しません。',
  },
  ar: {
    why: (form) => `تصلك هذه الرسالة لأن هذا العنوان أُدخل في النموذج «${form}».`,
    ignore: 'إذا لم تكن أنت من فعل ذلك، فلا يلزمك فعل أي شيء.',
    unsubscribe: 'عدم مراسلتي مجددًا',
    // Isolated: after Arabic letters, the parts of the date would be shown in reverse.
    needed: (until) => `لن تُسلَّم رسالتك إلا بعد أن تؤكدها قبل \u2066${until}\u2069.`,
    confirm: 'تأكيد',
    test: 'هذا اختبار من صاحب النموذج. تعرض الحقول أسماءها، والروابط لا تفعل شيئًا.',
  },
};
