import type { FormText, Translated } from '../shared/contract/formLanguages.ts';

export const NOT_FOUND: Translated<FormText> = {
  en: {
    heading: 'This form does not exist',
    paragraphs: [
      'Nothing was sent. The address that the form is sent to is wrong or was removed.',
      'Please contact the owner of the website in another way.',
    ],
  },
  es: {
    heading: 'Este formulario no existe',
    paragraphs: [
      'No se ha enviado nada. La dirección de destino del formulario es incorrecta o se ha eliminado.',
      'Póngase en contacto por otro medio con quien administra el sitio web.',
    ],
  },
  de: {
    heading: 'Dieses Formular gibt es nicht',
    paragraphs: [
      'Es wurde nichts gesendet. Die Zieladresse des Formulars ist falsch oder wurde gelöscht.',
      'Bitte wenden Sie sich auf anderem Weg an die Betreiber der Website.',
    ],
  },
  fr: {
    heading: 'Ce formulaire n’existe pas',
    paragraphs: [
      'Rien n’a été envoyé. L’adresse de destination du formulaire est incorrecte ou a été supprimée.',
      'Veuillez contacter les responsables du site par un autre moyen.',
    ],
  },
  pt: {
    heading: 'Este formulário não existe',
    paragraphs: [
      'Nada foi enviado. O endereço de destino do formulário está incorreto ou foi removido.',
      'Fale com quem administra o site por outro meio.',
    ],
  },
  ja: {
    heading: 'このフォームは存在しません',
    paragraphs: [
      '何も送信されませんでした。フォームの送信先が間違っているか、削除されています。',
      'お手数ですが、別の方法でサイトの管理者にご連絡ください。',
    ],
  },
  ar: {
    heading: 'هذا النموذج غير موجود',
    paragraphs: [
      'لم يُرسَل أي شيء. العنوان الذي يُرسَل إليه النموذج غير صحيح أو تم حذفه.',
      'يُرجى التواصل مع مسؤولي الموقع بطريقة أخرى.',
    ],
  },
};

export const DISABLED: Translated<FormText> = {
  en: {
    heading: 'This form is closed',
    paragraphs: [
      'It does not accept entries at the moment, so nothing was sent.',
      'Please contact the owner of the website in another way.',
    ],
  },
  es: {
    heading: 'Este formulario está cerrado',
    paragraphs: [
      'En este momento no admite envíos, así que no se ha enviado nada.',
      'Póngase en contacto por otro medio con quien administra el sitio web.',
    ],
  },
  de: {
    heading: 'Dieses Formular ist geschlossen',
    paragraphs: [
      'Zurzeit werden keine Einsendungen angenommen. Es wurde nichts gesendet.',
      'Bitte wenden Sie sich auf anderem Weg an die Betreiber der Website.',
    ],
  },
  fr: {
    heading: 'Ce formulaire est fermé',
    paragraphs: [
      'Il n’accepte pas de réponses pour le moment\u00a0: rien n’a été envoyé.',
      'Veuillez contacter les responsables du site par un autre moyen.',
    ],
  },
  pt: {
    heading: 'Este formulário está fechado',
    paragraphs: [
      'Neste momento não aceita respostas, por isso nada foi enviado.',
      'Fale com quem administra o site por outro meio.',
    ],
  },
  ja: {
    heading: 'このフォームは受付を停止しています',
    paragraphs: [
      '現在は送信を受け付けていないため、何も送信されませんでした。',
      'お手数ですが、別の方法でサイトの管理者にご連絡ください。',
    ],
  },
  ar: {
    heading: 'هذا النموذج مغلق',
    paragraphs: [
      'لا يستقبل النموذج أي ردود في الوقت الحالي، لذلك لم يُرسَل أي شيء.',
      'يُرجى التواصل مع مسؤولي الموقع بطريقة أخرى.',
    ],
  },
};

export const INVALID: Translated<FormText> = {
  en: {
    heading: 'The form could not be accepted',
    paragraphs: [
      'Nothing was sent. The form may be empty or too long.',
      'Please go back, change what you entered and send it again.',
    ],
  },
  es: {
    heading: 'No se ha podido aceptar el formulario',
    paragraphs: [
      'No se ha enviado nada. Quizá el formulario esté vacío o sea demasiado largo.',
      'Vuelva atrás, corrija los datos y envíe el formulario de nuevo.',
    ],
  },
  de: {
    heading: 'Das Formular konnte nicht angenommen werden',
    paragraphs: [
      'Es wurde nichts gesendet. Vielleicht ist das Formular leer oder zu lang.',
      'Bitte gehen Sie zurück, ändern Sie Ihre Angaben und senden Sie das Formular noch einmal.',
    ],
  },
  fr: {
    heading: 'Le formulaire n’a pas pu être accepté',
    paragraphs: [
      'Rien n’a été envoyé. Le formulaire est peut-être vide ou trop long.',
      'Veuillez revenir en arrière, modifier votre saisie et renvoyer le formulaire.',
    ],
  },
  pt: {
    heading: 'Não foi possível aceitar o formulário',
    paragraphs: [
      'Nada foi enviado. O formulário pode estar vazio ou ser longo demais.',
      'Volte, altere o que preencheu e envie novamente.',
    ],
  },
  ja: {
    heading: 'フォームを受け付けられませんでした',
    paragraphs: [
      '何も送信されませんでした。入力内容が空か、長すぎる可能性があります。',
      '前のページに戻り、入力内容を修正してもう一度送信してください。',
    ],
  },
  ar: {
    heading: 'تعذّر قبول النموذج',
    paragraphs: [
      'لم يُرسَل أي شيء. قد يكون النموذج فارغًا أو طويلًا جدًا.',
      'يُرجى الرجوع وتعديل ما أدخلته ثم إرساله مرة أخرى.',
    ],
  },
};

/** Throttling comes before storing, so nothing was stored. */
export const BUSY: Translated<FormText> = {
  en: {
    heading: 'Too many forms at the moment',
    paragraphs: [
      'More forms are being sent than we can accept, so yours was not sent.',
      'Please go back and send it again in a minute.',
    ],
  },
  es: {
    heading: 'Demasiados formularios en este momento',
    paragraphs: [
      'Se están enviando más formularios de los que podemos recibir, así que el suyo no se ha enviado.',
      'Vuelva atrás y envíe el formulario de nuevo dentro de un minuto.',
    ],
  },
  de: {
    heading: 'Zurzeit kommen zu viele Formulare',
    paragraphs: [
      'Es werden mehr Formulare gesendet, als angenommen werden können. Ihres wurde nicht gesendet.',
      'Bitte gehen Sie zurück und senden Sie es in einer Minute noch einmal.',
    ],
  },
  fr: {
    heading: 'Trop de formulaires en ce moment',
    paragraphs: [
      'Nous recevons trop de formulaires\u00a0: le vôtre n’a pas été envoyé.',
      'Veuillez revenir en arrière et renvoyer le formulaire dans une minute.',
    ],
  },
  pt: {
    heading: 'Há demasiados formulários neste momento',
    paragraphs: [
      'Chegam mais formulários do que podemos receber, por isso o seu não foi enviado.',
      'Volte e envie-o novamente dentro de um minuto.',
    ],
  },
  ja: {
    heading: 'ただいま混み合っています',
    paragraphs: [
      '送信が集中しているため、フォームは送信されませんでした。',
      'お手数ですが、1分ほどしてから前のページに戻り、もう一度送信してください。',
    ],
  },
  ar: {
    heading: 'عدد كبير من النماذج في الوقت الحالي',
    paragraphs: [
      'تصلنا نماذج أكثر مما يمكننا استقباله، لذلك لم يُرسَل نموذجك.',
      'يُرجى الرجوع وإرساله مرة أخرى بعد دقيقة.',
    ],
  },
};

/** The submission may have been stored before the failure, so this page does not say that nothing was sent. */
export const ERROR: Translated<FormText> = {
  en: {
    heading: 'Something went wrong',
    paragraphs: ['We cannot be sure that your form arrived.', 'Please go back and send it again in a few minutes.'],
  },
  es: {
    heading: 'Se ha producido un error',
    paragraphs: [
      'No podemos asegurar que el formulario haya llegado.',
      'Vuelva atrás y envíe el formulario de nuevo dentro de unos minutos.',
    ],
  },
  de: {
    heading: 'Es ist ein Fehler aufgetreten',
    paragraphs: [
      'Es ist nicht sicher, ob Ihr Formular angekommen ist.',
      'Bitte gehen Sie zurück und senden Sie es in ein paar Minuten noch einmal.',
    ],
  },
  fr: {
    heading: 'Une erreur s’est produite',
    paragraphs: [
      'Il n’est pas certain que votre formulaire ait été reçu.',
      'Veuillez revenir en arrière et renvoyer le formulaire dans quelques minutes.',
    ],
  },
  pt: {
    heading: 'Ocorreu um erro',
    paragraphs: [
      'Não é possível confirmar que o formulário chegou.',
      'Volte e envie-o novamente dentro de alguns minutos.',
    ],
  },
  ja: {
    heading: '問題が発生しました',
    paragraphs: [
      'フォームが届いたかどうか確認できませんでした。',
      'お手数ですが、数分後に前のページに戻り、もう一度送信してください。',
    ],
  },
  ar: {
    heading: 'حدث خطأ ما',
    paragraphs: ['لا يمكننا التأكد من وصول النموذج.', 'يُرجى الرجوع وإرساله مرة أخرى بعد بضع دقائق.'],
  },
};
