import type { FormText, Translated } from '../../shared/contract/formLanguages.ts';

export const ADDRESS: Translated<FormText> = {
  en: [
    'This page receives a form',
    'A form on a website is sent here, so there is nothing to read. You have not sent anything by opening it.',
    'Please go back to the page with the form and send it from there.',
  ],
  es: [
    'Esta dirección recibe un formulario',
    'Aquí llega el formulario de un sitio web, así que no hay nada que leer. Al abrirla no ha enviado nada.',
    'Vuelva a la página del formulario y envíelo desde allí.',
  ],
  de: [
    'Diese Adresse empfängt ein Formular',
    'Hierher wird das Formular einer Website gesendet, darum gibt es nichts zu lesen. Durch das Öffnen wurde nichts gesendet.',
    'Bitte gehen Sie zurück zur Seite mit dem Formular und senden Sie es von dort.',
  ],
  fr: [
    'Cette adresse reçoit un formulaire',
    'Le formulaire d’un site est envoyé ici\u00a0: il n’y a rien à lire. En l’ouvrant, vous n’avez rien envoyé.',
    'Veuillez revenir à la page du formulaire et l’envoyer depuis celle-ci.',
  ],
  pt: [
    'Este endereço recebe um formulário',
    'O formulário de um site é enviado para cá; por isso, não há nada para ler. Ao abri-lo, você não enviou nada.',
    'Volte à página do formulário e envie-o de lá.',
  ],
  ja: [
    'これはフォームの送信先です',
    'Webサイトのフォームがここに送信されるため、表示する内容はありません。開いただけでは何も送信されません。',
    'フォームのあるページに戻り、そこから送信してください。',
  ],
  ar: [
    'هذا العنوان يستقبل نموذجًا',
    'يُرسَل إليه نموذج أحد المواقع، لذلك لا يوجد ما يُقرأ هنا. لم يُرسَل أي شيء بمجرد فتحه.',
    'يُرجى العودة إلى الصفحة التي فيها النموذج وإرساله من هناك.',
  ],
};

/** Advice on the URL for the website's owner, and the text of the link to the guide, which is in English. */
export const ADDRESS_FOR_THE_OWNER: Translated<readonly [text: string, link: string]> = {
  en: ['put this URL into the form’s action.', 'Guide'],
  es: ['ponga esta URL en el atributo action del formulario.', 'Guía (en inglés)'],
  de: ['Diese URL gehört in das Attribut action des Formulars.', 'Anleitung (auf Englisch)'],
  fr: ['indiquez cette URL dans l’attribut action du formulaire.', 'Guide (en anglais)'],
  pt: ['coloque esta URL no atributo action do formulário.', 'Guia (em inglês)'],
  ja: ['このURLをフォームのaction属性に指定してください。', 'ガイド（英語）'],
  ar: ['ضعوا هذا الرابط في السمة action للنموذج.', 'الدليل (بالإنجليزية)'],
};
