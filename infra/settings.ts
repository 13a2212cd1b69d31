import * as z from 'zod';

/** An address or URL that is used as it stands in headers, policies and links: no trailing slash, query or fragment. */
const isSiteUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, search, hash } = new URL(text);
  return (
    ['http:', 'https:'].includes(protocol) && username === '' && search === '' && hash === '' && !text.endsWith('/')
  );
};

const SITE_URL_HINT =
  'must be an http or https address without a slash at its end, for example https://forms.example.com';

const booleanSetting = (fallback: boolean) =>
  z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).default(fallback);

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
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,99}$/, 'must start with a letter and have at most 100 letters, digits and hyphens')
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
