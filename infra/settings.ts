import * as z from 'zod';

/** The pages' links start at the root of their site: an origin alone, without path, query, credentials or slash. */
const isSiteUrl = (text: string): boolean =>
  /^https?:/i.test(text) && URL.canParse(text) && new URL(text).origin === text.toLowerCase();

const SITE_URL_HINT =
  'must be an http or https address without path or slash at its end, for example https://forms.example.com';

const STACK_NAME_HINT = 'must start with a letter and have at most 100 letters, digits and hyphens';

const booleanSetting = (fallback: boolean) =>
  z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], 'must be true or false')
    .default(fallback);

/**
 * What an operator sets, in the `context` of cdk.json or with `-c name=value`. Descriptions are shown in errors
 * and repeated in the README.
 */
export const Settings = z.object({
  senderAddress: z
    .email('must be the address that notifications are sent from, for example forms@example.com')
    .describe('Address that notifications are sent from; verified in Amazon SES.'),
  siteUrl: z
    .string(SITE_URL_HINT)
    .refine(isSiteUrl, SITE_URL_HINT)
    .describe('Where the pages of `npm run site` are served: thank-you, form errors, error documentation.'),
  stackName: z
    .string(STACK_NAME_HINT)
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, STACK_NAME_HINT)
    .default('Forms')
    .describe('Name of the stack; several stand side by side in one account.'),
  retainData: booleanSetting(true).describe(
    'Whether the table survives the deletion of the stack and is protected from deletion.',
  ),
});
export type Settings = z.output<typeof Settings>;

/**
 * The settings from the app's context.
 * @throws Error that names every setting that is missing or wrong, and how to give it
 */
export function readSettings(lookUp: (name: string) => unknown): Settings {
  const names = Object.keys(Settings.shape);
  const given = Object.fromEntries(names.map((name) => [name, lookUp(name)]));
  const result = Settings.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    return `  ${name} ${given[name] === undefined ? `is missing: it ${message}` : message}`;
  });
  throw new Error(
    `The settings are not complete:\n${problems.join('\n')}\nGive them in the "context" of cdk.json or with -c name=value.`,
  );
}
