import { FORM_HEADINGS } from '../../shared/contract/formHeadings.ts';
import type { FormText, Translated } from '../../shared/contract/formLanguages.ts';

export const NOT_FOUND: Translated<FormText> = {
  en: [
    'This form does not exist',
    'Nothing was sent. The URL in the form is wrong, or the form was removed.',
    'Please contact the owner of the website in another way.',
  ],
  es: [
    'Este formulario no existe',
    'No se ha enviado nada. La dirección de destino del formulario es incorrecta o se ha eliminado.',
    'Póngase en contacto por otro medio con quien administra el sitio web.',
  ],
  de: [
    'Dieses Formular gibt es nicht',
    'Es wurde nichts gesendet. Die Zieladresse des Formulars ist falsch oder wurde gelöscht.',
    'Bitte wenden Sie sich auf anderem Weg an die Betreiber der Website.',
  ],
  fr: [
    'Ce formulaire n’existe pas',
    'Rien n’a été envoyé. L’adresse de destination du formulaire est incorrecte ou a été supprimée.',
    'Veuillez contacter les responsables du site par un autre moyen.',
  ],
  pt: [
    'Este formulário não existe',
    'Nada foi enviado. O endereço de destino do formulário está incorreto ou foi removido.',
    'Fale com quem administra o site por outro meio.',
  ],
  ja: [
    'このフォームは存在しません',
    '何も送信されませんでした。フォームの送信先が間違っているか、削除されています。',
    'お手数ですが、別の方法でサイトの管理者にご連絡ください。',
  ],
  ar: [
    'هذا النموذج غير موجود',
    'لم يُرسَل أي شيء. العنوان الذي يُرسَل إليه النموذج غير صحيح أو تم حذفه.',
    'يُرجى التواصل مع مسؤولي الموقع بطريقة أخرى.',
  ],
};

export const DISABLED: Translated<FormText> = {
  en: [
    FORM_HEADINGS.disabled.en,
    'It does not accept entries at the moment, so nothing was sent.',
    'Please contact the owner of the website in another way.',
  ],
  es: [
    FORM_HEADINGS.disabled.es,
    'En este momento no admite envíos, así que no se ha enviado nada.',
    'Póngase en contacto por otro medio con quien administra el sitio web.',
  ],
  de: [
    FORM_HEADINGS.disabled.de,
    'Zurzeit werden keine Einsendungen angenommen. Es wurde nichts gesendet.',
    'Bitte wenden Sie sich auf anderem Weg an die Betreiber der Website.',
  ],
  fr: [
    FORM_HEADINGS.disabled.fr,
    'Il n’accepte pas de réponses pour le moment\u00a0: rien n’a été envoyé.',
    'Veuillez contacter les responsables du site par un autre moyen.',
  ],
  pt: [
    FORM_HEADINGS.disabled.pt,
    'No momento, ele não aceita respostas; por isso, nada foi enviado.',
    'Fale com quem administra o site por outro meio.',
  ],
  ja: [
    FORM_HEADINGS.disabled.ja,
    '現在は送信を受け付けていないため、何も送信されませんでした。',
    'お手数ですが、別の方法でサイトの管理者にご連絡ください。',
  ],
  ar: [
    FORM_HEADINGS.disabled.ar,
    'لا يستقبل النموذج أي ردود في الوقت الحالي، لذلك لم يُرسَل أي شيء.',
    'يُرجى التواصل مع مسؤولي الموقع بطريقة أخرى.',
  ],
};

export const INVALID: Translated<FormText> = {
  en: [
    'The form could not be accepted',
    'Nothing was sent. The form may be empty or too long.',
    'Please go back, change what you entered and send it again.',
  ],
  es: [
    'No se ha podido aceptar el formulario',
    'No se ha enviado nada. Quizá el formulario esté vacío o sea demasiado largo.',
    'Vuelva atrás, corrija los datos y envíe el formulario de nuevo.',
  ],
  de: [
    'Das Formular konnte nicht angenommen werden',
    'Es wurde nichts gesendet. Vielleicht ist das Formular leer oder zu lang.',
    'Bitte gehen Sie zurück, ändern Sie Ihre Angaben und senden Sie das Formular noch einmal.',
  ],
  fr: [
    'Le formulaire n’a pas pu être accepté',
    'Rien n’a été envoyé. Le formulaire est peut-être vide ou trop long.',
    'Veuillez revenir en arrière, modifier votre saisie et renvoyer le formulaire.',
  ],
  pt: [
    'Não foi possível aceitar o formulário',
    'Nada foi enviado. O formulário pode estar vazio ou ser longo demais.',
    'Volte, altere o que preencheu e envie novamente.',
  ],
  ja: [
    'フォームを受け付けられませんでした',
    '何も送信されませんでした。入力内容が空か、長すぎる可能性があります。',
    '前のページに戻り、入力内容を修正してもう一度送信してください。',
  ],
  ar: [
    'تعذّر قبول النموذج',
    'لم يُرسَل أي شيء. قد يكون النموذج فارغًا أو طويلًا جدًا.',
    'يُرجى الرجوع وتعديل ما أدخلته ثم إرساله مرة أخرى.',
  ],
};

/** A throttled request is rejected before anything is stored. */
export const BUSY: Translated<FormText> = {
  en: [
    'Too many forms at the moment',
    'More forms are being sent than we can accept, so yours was not sent.',
    'Please go back and send it again in a minute.',
  ],
  es: [
    'Demasiados formularios en este momento',
    'Se están enviando más formularios de los que podemos recibir, así que el suyo no se ha enviado.',
    'Vuelva atrás y envíe el formulario de nuevo dentro de un minuto.',
  ],
  de: [
    'Zurzeit gehen zu viele Formulare ein',
    'Es werden mehr Formulare gesendet, als angenommen werden können. Ihres wurde nicht gesendet.',
    'Bitte gehen Sie zurück und senden Sie es in einer Minute noch einmal.',
  ],
  fr: [
    'Trop de formulaires en ce moment',
    'Nous recevons trop de formulaires\u00a0: le vôtre n’a pas été envoyé.',
    'Veuillez revenir en arrière et renvoyer le formulaire dans une minute.',
  ],
  pt: [
    'Há formulários demais no momento',
    'Chegam mais formulários do que podemos receber; por isso, o seu não foi enviado.',
    'Volte e envie-o novamente em um minuto.',
  ],
  ja: [
    'ただいま混み合っています',
    '送信が集中しているため、フォームは送信されませんでした。',
    'お手数ですが、1分ほどしてから前のページに戻り、もう一度送信してください。',
  ],
  ar: [
    'عدد كبير من النماذج في الوقت الحالي',
    'تصلنا نماذج أكثر مما يمكننا استقباله، لذلك لم يُرسَل نموذجك.',
    'يُرجى الرجوع وإرساله مرة أخرى بعد دقيقة.',
  ],
};

/** The submission may have been stored before the failure, so this page does not say that nothing was sent. */
export const ERROR: Translated<FormText> = {
  en: [
    'Something went wrong',
    'We cannot be sure that your form arrived.',
    'Please go back and send it again in a few minutes.',
  ],
  es: [
    'Se ha producido un error',
    'No podemos asegurar que el formulario haya llegado.',
    'Vuelva atrás y envíe el formulario de nuevo dentro de unos minutos.',
  ],
  de: [
    'Es ist ein Fehler aufgetreten',
    'Es ist nicht sicher, ob Ihr Formular angekommen ist.',
    'Bitte gehen Sie zurück und senden Sie es in ein paar Minuten noch einmal.',
  ],
  fr: [
    'Une erreur s’est produite',
    'Il n’est pas certain que votre formulaire ait été reçu.',
    'Veuillez revenir en arrière et renvoyer le formulaire dans quelques minutes.',
  ],
  pt: [
    'Ocorreu um erro',
    'Não é possível confirmar que o formulário chegou.',
    'Volte e envie-o novamente em alguns minutos.',
  ],
  ja: [
    '問題が発生しました',
    'フォームが届いたかどうか確認できませんでした。',
    'お手数ですが、数分後に前のページに戻り、もう一度送信してください。',
  ],
  ar: ['حدث خطأ ما', 'لا يمكننا التأكد من وصول النموذج.', 'يُرجى الرجوع وإرساله مرة أخرى بعد بضع دقائق.'],
};
