import { callVariants, curlOf, parseCall } from '../docs/calls.ts';
import type { Code } from '../docs/codeBox.ts';
import type { Block } from '../docs/markdown.ts';
import type { Variant } from '../docs/tabs.ts';
import { exampleFile, exampleText } from './examples.ts';

/**
 * Renders the special fenced blocks of the guide. Their lines name files in `examples/`: `example` shows them one after
 * the other (`file: caption`), `tabs` one at a time (`label: file, file`), and `call` an API request (`file.http`) in
 * several languages.
 */
export function blockOf(kind: string, text: string): Block | undefined {
  const lines = text.split('\n').map((line) => {
    const [, before = '', after = ''] = /^([^:]+):?\s*(.*)$/.exec(line) ?? [];
    return [before.trim(), after.trim()] as const;
  });
  if (kind === 'call') return { variants: lines.flatMap(([file]) => variantsOf(exampleText(file))) };
  if (kind === 'example') return { codes: lines.map(([file, caption]) => ({ ...exampleFile(file), caption })) };
  if (kind !== 'tabs') return undefined;
  return {
    variants: lines.map(([label, files]) => ({
      label,
      codes: files.split(/,\s*/).flatMap((file) => codesOf(label, file)),
    })),
  };
}

/** A file, or a call in the language of the tab. */
const codesOf = (label: string, file: string): readonly Code[] =>
  file.endsWith('.http')
    ? variantsOf(exampleText(file)).flatMap((variant) => (variant.label === label ? variant.codes : []))
    : [exampleFile(file)];

/** A call's code in one of the guide's languages. */
export const callAs = (label: string, file: string): string => codesOf(label, file)[0]?.code ?? '';

/** A call in all languages of the guide. */
function variantsOf(text: string): Variant[] {
  const call = parseCall(text);
  const [, body = ''] = /^[^\n]*\n([\s\S]*)$/.exec(text) ?? [];
  return callVariants(call, curlOf(call, body.trim()));
}

const FENCE = /^```(example|tabs|call)\n([\s\S]*?)\n```$/gm;

/** Markdown with such blocks replaced by their code. */
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
