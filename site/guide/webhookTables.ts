import { WEBHOOK_RECIPES } from '../../shared/contract/webhookRecipes.ts';
import type { Placeholder } from '../../shared/contract/webhookTemplate.ts';

const inCode = (text: string): string => `\`${text}\``;

/** The recipes, a section each: URL, headers and template. */
export const recipesList = (): string =>
  WEBHOOK_RECIPES.map(({ name, url, headers, template, note }) => {
    const lines = Object.entries(headers).map(([header, value]) => `- Header: ${inCode(`${header}: ${value}`)}`);
    const code = JSON.stringify(template, null, 2);
    return [`### ${name}`, note, [`- URL: ${inCode(url)}`, ...lines].join('\n'), `\`\`\`json\n${code}\n\`\`\``].join(
      '\n\n',
    );
  }).join('\n\n');

const PLACEHOLDERS: Record<Exclude<Placeholder, `field.${string}`> | 'field.NAME', string> = {
  form: 'The endpoint’s name.',
  date: 'The day of the event (UTC): `2026-11-24`.',
  reference: 'The submission’s id.',
  event: 'Such as `submission.created`.',
  fields: 'All fields, one a line: `name: value`.',
  'submission.url': 'Where the dashboard shows the submission.',
  'field.NAME': 'The field with this name.',
};

/** The placeholders of a template. */
export const placeholdersTable = (): string =>
  [
    '| Placeholder | Becomes |',
    '| --- | --- |',
    ...Object.entries(PLACEHOLDERS).map(([name, what]) => `| ${inCode(`{{${name}}}`)} | ${what} |`),
  ].join('\n');
