import type { FormText, Translated } from '../../shared/contract/formLanguages.ts';

export const FORBIDDEN: Translated<FormText> = {
  en: [
    'This form cannot be sent from here',
    'Its owner only accepts entries from certain websites, so nothing was sent.',
    'Please go to the owner’s own website and send the form from there.',
  ],
  es: [
    'Este formulario no se puede enviar desde aquí',
    'Solo se aceptan envíos desde determinados sitios web, por lo que no se ha enviado nada.',
    'Vaya al sitio web de quien administra el formulario y envíelo desde allí.',
  ],
  de: [
    'Dieses Formular kann von hier nicht gesendet werden',
    'Es nimmt nur Einträge von bestimmten Websites an. Es wurde nichts gesendet.',
    'Bitte öffnen Sie die Website der Betreiber und senden Sie das Formular von dort.',
  ],
  fr: [
    'Ce formulaire ne peut pas être envoyé d’ici',
    'Il n’accepte que les envois de certains sites\u00a0: rien n’a été envoyé.',
    'Veuillez ouvrir le site de ses responsables et envoyer le formulaire depuis celui-ci.',
  ],
  pt: [
    'Este formulário não pode ser enviado daqui',
    'Ele só aceita envios de determinados sites; nada foi enviado.',
    'Abra o site de quem administra o formulário e envie-o de lá.',
  ],
  ja: [
    'このフォームはここから送信できません',
    '特定のウェブサイトからの送信のみ受け付けているため、何も送信されませんでした。',
    '管理者のウェブサイトを開き、そこからフォームを送信してください。',
  ],
  ar: [
    'لا يمكن إرسال هذا النموذج من هنا',
    'يقبل هذا النموذج الإرسال من مواقع معيّنة فقط، لذلك لم يُرسَل أي شيء.',
    'يُرجى فتح موقع مسؤولي النموذج وإرساله من هناك.',
  ],
};

export const HIDDEN_ORIGIN: Translated<FormText> = {
  en: [
    'The page hides where it is',
    'This form only accepts entries from certain websites, and your browser did not say which one this is. Nothing was sent.',
    'Please contact the owner of the website in another way. Its page has to allow browsers to send its origin.',
  ],
  es: [
    'La página oculta dónde está',
    'Este formulario solo acepta envíos desde determinados sitios web, y el navegador no ha indicado cuál es este. No se ha enviado nada.',
    'Póngase en contacto de otra forma con quien administra el sitio. Su página debe permitir que el navegador indique su origen.',
  ],
  de: [
    'Die Seite verbirgt, wo sie ist',
    'Dieses Formular nimmt nur Einträge von bestimmten Websites an, und Ihr Browser hat nicht gesagt, welche diese ist. Es wurde nichts gesendet.',
    'Bitte wenden Sie sich auf anderem Weg an die Betreiber der Website. Deren Seite muss Browsern erlauben, ihre Herkunft zu senden.',
  ],
  fr: [
    'La page masque son adresse',
    'Ce formulaire n’accepte que les envois de certains sites, et votre navigateur n’a pas indiqué duquel il s’agit\u00a0: rien n’a été envoyé.',
    'Veuillez contacter autrement les responsables du site. Leur page doit permettre au navigateur d’indiquer son origine.',
  ],
  pt: [
    'A página oculta onde está',
    'Este formulário só aceita envios de determinados sites, e o navegador não informou qual é este. Nada foi enviado.',
    'Entre em contato de outra forma com quem administra o site. A página deve permitir que o navegador informe a sua origem.',
  ],
  ja: [
    'ページの場所が隠されています',
    'このフォームは特定のウェブサイトからの送信のみ受け付けていますが、ブラウザーがどのサイトかを知らせなかったため、何も送信されませんでした。',
    '別の方法でサイトの管理者にご連絡ください。ページ側で、ブラウザーがオリジンを送信できるようにする必要があります。',
  ],
  ar: [
    'الصفحة تخفي موقعها',
    'يقبل هذا النموذج الإرسال من مواقع معيّنة فقط، ولم يذكر المتصفح أيّ موقع هذا. لم يُرسَل أي شيء.',
    'يُرجى التواصل مع مسؤولي الموقع بطريقة أخرى. يجب أن تسمح صفحتهم للمتصفحات بإرسال مصدرها.',
  ],
};

export const CAPTCHA: Translated<FormText> = {
  en: [
    'One check is missing',
    'This form asks your browser to show that you are not a bot. Its response was missing, so nothing was sent.',
    'Please go back, allow JavaScript for the page, wait until the check is done, and send the form again.',
  ],
  es: [
    'Falta una comprobación',
    'Este formulario pide al navegador que demuestre que usted no es un robot. Faltaba la respuesta, por lo que no se ha enviado nada.',
    'Vuelva atrás, active JavaScript en la página, espere a que termine la comprobación y envíe el formulario de nuevo.',
  ],
  de: [
    'Eine Prüfung fehlt',
    'Bei diesem Formular muss der Browser zeigen, dass Sie kein Bot sind. Die Antwort fehlte, darum wurde nichts gesendet.',
    'Bitte gehen Sie zurück, erlauben Sie JavaScript für die Seite, warten Sie das Ende der Prüfung ab und senden Sie das Formular erneut.',
  ],
  fr: [
    'Il manque une vérification',
    'Ce formulaire demande au navigateur de montrer que vous n’êtes pas un robot. La réponse manquait\u00a0: rien n’a été envoyé.',
    'Veuillez revenir en arrière, autoriser JavaScript pour la page, attendre la fin de la vérification et renvoyer le formulaire.',
  ],
  pt: [
    'Falta uma verificação',
    'Este formulário pede que o navegador mostre que você não é um robô. A resposta não veio; nada foi enviado.',
    'Volte, permita JavaScript na página, espere o fim da verificação e envie o formulário outra vez.',
  ],
  ja: [
    '確認が完了していません',
    'このフォームでは、ロボットではないことをブラウザーで確認します。その結果がなかったため、何も送信されませんでした。',
    '前のページに戻り、JavaScript を有効にして、確認が終わってからもう一度送信してください。',
  ],
  ar: [
    'لم يكتمل التحقق',
    'يطلب هذا النموذج من المتصفح إثبات أنك لست روبوتًا. لم تصل النتيجة، لذلك لم يُرسَل أي شيء.',
    'يُرجى الرجوع والسماح بتشغيل JavaScript في الصفحة وانتظار انتهاء التحقق ثم إرسال النموذج مرة أخرى.',
  ],
};
