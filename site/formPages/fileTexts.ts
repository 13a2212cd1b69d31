import type { FormText, Translated } from '../../shared/contract/formLanguages.ts';
import { FORM_BODY_BYTES_MAX } from '../../shared/contract/limits.ts';

/** The total size of files in a form sent without a script. */
const MEGABYTES = Math.floor(FORM_BODY_BYTES_MAX / 1_000_000);

export const FILES_REJECTED: Translated<FormText> = {
  en: [
    'The files could not be accepted',
    'Nothing was sent. This form accepts no files, fewer files, or no files of this type, or a file is empty.',
    'Please go back, choose other files or none, and send it again.',
  ],
  es: [
    'No se han podido aceptar los archivos',
    'No se ha enviado nada. Este formulario no admite archivos, admite menos, no admite los de este tipo, o algún archivo está vacío.',
    'Vuelva atrás, elija otros archivos o ninguno y envíe el formulario de nuevo.',
  ],
  de: [
    'Die Dateien konnten nicht angenommen werden',
    'Es wurde nichts gesendet. Dieses Formular nimmt keine Dateien an, oder nicht so viele, oder nicht diesen Dateityp, oder eine Datei ist leer.',
    'Bitte gehen Sie zurück, wählen Sie andere oder keine Dateien und senden Sie das Formular noch einmal.',
  ],
  fr: [
    'Les fichiers n’ont pas pu être acceptés',
    'Rien n’a été envoyé. Ce formulaire n’accepte pas de fichiers, en accepte moins, ou pas de ce type, ou un fichier est vide.',
    'Veuillez revenir en arrière, choisir d’autres fichiers ou aucun, et renvoyer le formulaire.',
  ],
  pt: [
    'Não foi possível aceitar os arquivos',
    'Nada foi enviado. Este formulário não aceita arquivos, aceita menos, ou não aceita arquivos deste tipo, ou um arquivo está vazio.',
    'Volte, escolha outros arquivos ou nenhum e envie novamente.',
  ],
  ja: [
    'ファイルを受け付けられませんでした',
    '何も送信されませんでした。このフォームではファイルを送信できないか、数が多すぎるか、この種類のファイルは送信できないか、空のファイルが含まれています。',
    '前のページに戻り、別のファイルを選ぶかファイルを外して、もう一度送信してください。',
  ],
  ar: [
    'تعذّر قبول الملفات',
    'لم يُرسَل أي شيء. هذا النموذج لا يقبل الملفات، أو يقبل عددًا أقل منها، أو لا يقبل هذا النوع، أو أن أحد الملفات فارغ.',
    'يُرجى الرجوع واختيار ملفات أخرى أو عدم إرفاق أي ملف، ثم إرسال النموذج مرة أخرى.',
  ],
};

export const TOO_LARGE: Translated<FormText> = {
  en: [
    'The files are too large',
    `Nothing was sent. All files together can be at most about ${MEGABYTES} MB, and this form may have a lower limit for each.`,
    'Please go back, choose smaller files, and send it again.',
  ],
  es: [
    'Los archivos son demasiado grandes',
    `No se ha enviado nada. Todos los archivos juntos pueden ocupar unos ${MEGABYTES} MB; el formulario puede tener un límite menor por archivo.`,
    'Vuelva atrás, elija archivos más pequeños y envíe el formulario de nuevo.',
  ],
  de: [
    'Die Dateien sind zu groß',
    `Es wurde nichts gesendet. Alle Dateien eines Formulars dürfen zusammen etwa ${MEGABYTES} MB haben; je Datei lässt dieses Formular vielleicht weniger zu.`,
    'Bitte gehen Sie zurück, wählen Sie kleinere Dateien und senden Sie das Formular noch einmal.',
  ],
  fr: [
    'Les fichiers sont trop volumineux',
    `Rien n’a été envoyé. Tous les fichiers d’un formulaire peuvent faire ensemble environ ${MEGABYTES} Mo, et ce formulaire peut fixer une limite plus basse par fichier.`,
    'Veuillez revenir en arrière, choisir des fichiers plus petits et renvoyer le formulaire.',
  ],
  pt: [
    'Os arquivos são grandes demais',
    `Nada foi enviado. Todos os arquivos de um formulário podem ter juntos cerca de ${MEGABYTES} MB, e este formulário pode aceitar menos de cada um.`,
    'Volte, escolha arquivos menores e envie novamente.',
  ],
  ja: [
    'ファイルが大きすぎます',
    `何も送信されませんでした。送信できるファイルは合計で約${MEGABYTES}MBまでです。1つあたりの上限はさらに小さい場合があります。`,
    '前のページに戻り、小さいファイルを選んでもう一度送信してください。',
  ],
  ar: [
    'الملفات كبيرة جدًا',
    `لم يُرسَل أي شيء. يمكن أن يبلغ حجم ملفات النموذج كلها معًا نحو ${MEGABYTES} ميغابايت، وقد يقبل هذا النموذج حجمًا أقل لكل ملف.`,
    'يُرجى الرجوع واختيار ملفات أصغر ثم إرسال النموذج مرة أخرى.',
  ],
};
