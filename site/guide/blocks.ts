import type { Code } from '../code.ts';
import { clientOf, curlOf, fetchOf, parseCall } from '../docs/calls.ts';
import type { Block } from '../docs/markdown.ts';
import type { Variant } from '../docs/tabs.ts';
import { exampleFile, exampleText } from './examples.ts';

/**
 * What a fenced block in a guide page's source stands for. Its lines name files in `examples/`:
 * `example` shows them one after the other (`file: caption`), `tabs` one of them (`label: file, file`), and `call` a
 * request to the API (`file.http`) in several languages.
 */
export function blockOf(kind: string, text: string): Block | undefined {
  const lines = text.split('\n').map((line) => {
    const [, before = '', after = ''] = /^([^:]+):?\s*(.*)$/.exec(line) ?? [];
    return [before.trim(), after.trim()] as const;
  });
  if (kind === 'call') return { variants: lines.flatMap(([file]) => callVariants(exampleText(file))) };
  if (kind === 'example') return { codes: lines.map(([file, caption]) => ({ ...exampleFile(file), caption })) };
  if (kind !== 'tabs') return undefined;
  return {
    variants: lines.map(([label, files]) => ({
      label,
      codes: files.split(/,\s*/).flatMap((file) => codesOf(label, file)),
    })),
  };
}

/** A file, or a call in the language that the tab is named after. */
const codesOf = (label: string, file: string): readonly Code[] =>
  file.endsWith('.http')
    ? callVariants(exampleText(file)).flatMap((variant) => (variant.label === label ? variant.codes : []))
    : [exampleFile(file)];

/** The code of a call in one of the guide's languages. */
export const callAs = (label: string, file: string): string => codesOf(label, file)[0]?.code ?? '';

/** A call in the languages of the guide. */
function callVariants(text: string): Variant[] {
  const call = parseCall(text);
  const [, body = ''] = /^[^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  return [
    { label: 'curl', codes: [{ caption: 'curl', code: curlOf(call, body.trim()), language: 'sh' }] },
    { label: 'fetch', codes: [{ caption: 'fetch', code: fetchOf(call), language: 'js' }] },
    { label: 'Typed client', codes: [{ caption: 'Typed client', code: clientOf(call), language: 'ts' }] },
  ];
}

const FENCE = /^```(example|tabs|call)\n([\s\S]*?)\n```$/gm;

/** Markdown in which the code itself stands in place of such blocks. */
export const withCode = (text: string): string =>
  text.replace(FENCE, (block, kind: string, lines: string) => {
    const meant = blockOf(kind, lines);
    if (!meant) return block;
    if ('codes' in meant) return captioned(meant.codes);
    return meant.variants
      .map(({ label, codes }) => `**${label}**\n\n${codes.length === 1 ? codes.map(fenced)[0] : captioned(codes)}`)
      .join('\n\n');
  });

const captioned = (codes: readonly Code[]): string =>
  codes.map((code) => `${code.caption}:\n\n${fenced(code)}`).join('\n\n');

const fenced = ({ code, language }: Code): string => `\`\`\`${language}\n${code}\n\`\`\``;
