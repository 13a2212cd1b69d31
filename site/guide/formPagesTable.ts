import { FORM_PAGE_CODES, FORM_PAGES, type FormPageName } from '../../shared/contract/formPages.ts';
import { docsUrl } from '../../shared/contract/sitePages.ts';
import { FORM_TEXTS } from '../formPages/formTexts.ts';

const WHEN: Readonly<Record<FormPageName, string>> = {
  thankYou: 'The submission was stored, and the endpoint has no thank-you page of its own.',
  confirm: 'The same, and the endpoint [asks the sender to confirm](/guide/confirmations).',
  notFound: 'There is no such endpoint, or it was deleted.',
  disabled: 'The endpoint is [closed](/guide/closing), and has no text of its own for that.',
  forbidden: 'The form is on a website that is not in the endpoint’s `allowedOrigins`.',
  hiddenOrigin:
    'The same, and the browser [hides the page’s origin](/guide/not-arriving#the-browser-hides-the-page-s-origin).',
  invalid: 'The form is empty, too large, or not in UTF-8.',
  captcha: 'The endpoint asks for a [captcha](/guide/captcha), and the form sent no solution.',
  files:
    'The endpoint accepts no [files](/guide/files), fewer files, or not this type; or an uploaded file was not found.',
  tooLarge: 'The files are larger than a form can send without a script, or than the endpoint allows.',
  busy: 'More forms arrived than the service allows. This one was not stored.',
  error: 'The service failed. The submission may or may not have been stored.',
  address: 'Somebody opened the form’s URL instead of sending the form.',
};

/** A table of every page about a form, with the reason and error codes. */
export const formPagesTable = (): string => {
  const names = Object.keys(FORM_PAGES) as FormPageName[];
  const rows = names.map((name) => {
    const codes = FORM_PAGE_CODES[name].map((code) => ` [\`${code}\`](${docsUrl('', code)})`);
    return `| [${FORM_TEXTS[name].en[0]}](${FORM_PAGES[name]}) | ${WHEN[name]}${codes.join('')} |`;
  });
  return ['| Page | When |', '| --- | --- |', ...rows].join('\n');
};
