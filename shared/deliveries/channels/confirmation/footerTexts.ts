import type { Translated } from '../../../contract/formLanguages.ts';

/** The footer of every confirmation: why it was sent, and how to unsubscribe. */
export interface FooterText {
  why: (form: string) => string;
  ignore: string;
  unsubscribe: string;
}

export const FOOTER_TEXTS: Translated<FooterText> = {
  en: {
    why: (form) => `You are getting this mail because somebody entered this address in the form “${form}”.`,
    ignore: 'If that was not you, you need not do anything.',
    unsubscribe: 'Never write to me again',
  },
  es: {
    why: (form) => `Recibe este correo porque alguien indicó esta dirección en el formulario «${form}».`,
    ignore: 'Si no fue usted, no tiene que hacer nada.',
    unsubscribe: 'No volver a escribirme',
  },
  de: {
    why: (form) => `Sie erhalten diese E-Mail, weil diese Adresse in das Formular „${form}“ eingegeben wurde.`,
    ignore: 'Wenn Sie das nicht waren, müssen Sie nichts tun.',
    unsubscribe: 'Nie wieder an mich schreiben',
  },
  fr: {
    why: (form) =>
      `Vous recevez ce message parce que cette adresse a été saisie dans le formulaire «\u00a0${form}\u00a0».`,
    ignore: 'Si ce n’était pas vous, vous n’avez rien à faire.',
    unsubscribe: 'Ne plus jamais m’écrire',
  },
  pt: {
    why: (form) => `Recebeu este e-mail porque alguém indicou este endereço no formulário “${form}”.`,
    ignore: 'Se não foi você, não precisa de fazer nada.',
    unsubscribe: 'Não voltar a escrever-me',
  },
  ja: {
    why: (form) => `このメールは、フォーム「${form}」にこのアドレスが入力されたためお送りしています。`,
    ignore: 'お心当たりがない場合は、何もする必要はありません。',
    unsubscribe: '今後メールを受け取らない',
  },
  ar: {
    why: (form) => `تصلك هذه الرسالة لأن هذا العنوان أُدخل في النموذج «${form}».`,
    ignore: 'إذا لم تكن أنت من فعل ذلك، فلا يلزمك فعل أي شيء.',
    unsubscribe: 'عدم مراسلتي مجددًا',
  },
};
