import { createHash } from 'node:crypto';
import { LANGUAGES, type Language } from '../../contract/formLanguages.ts';
import { escapeHtml } from '../../messages/escapeHtml.ts';
import { element } from '../controls.ts';
import { PAGE_STYLE } from './pageStyle.ts';

interface Frame {
  language: Language;
  /** The form's name. */
  name: string;
  heading: string;
  /** More elements of the head. */
  head?: string;
}

/** A page about a form. @param content HTML below the heading */
export const framed = ({ language, name, heading, head = '' }: Frame, content: string): string => `<!doctype html>
${element('html', { lang: language, dir: LANGUAGES[language].dir })}
<head>
<meta charset="utf-8">
<title>${escapeHtml(heading)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<style>${PAGE_STYLE}</style>
${head}
</head>
<body>
<main>
<p><bdi>${escapeHtml(name)}</bdi></p>
<h1>${escapeHtml(heading)}</h1>
${content}
</main>
</body>
</html>
`;

/** The page's style as a source of its Content-Security-Policy. */
export const styleSource = (): string => `'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`;
