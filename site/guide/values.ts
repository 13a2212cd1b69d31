import * as limits from '../../shared/contract/limits.ts';
import { browsersOf } from '../browsers.ts';
import { formPagesTable } from './formPagesTable.ts';
import { limitsTable } from './limitsTable.ts';
import { placeholdersTable, recipesList } from './webhookTables.ts';

/** The values that pages insert as `{{NAME}}`: limits, some in MB, and tables. */
const values = (): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, value.toLocaleString('en')])),
  FILE_MB_MAX: megabytes(limits.FILE_BYTES_MAX),
  FORM_BODY_MB_MAX: megabytes(limits.FORM_BODY_BYTES_MAX),
  FILE_URL_VALID_MINUTES: String(limits.FILE_URL_VALID_S / 60),
  FORM_PAGES: formPagesTable(),
  LIMITS: limitsTable(),
  DASHBOARD_BROWSERS: browsersOf('dashboard'),
  FORMS_BROWSERS: browsersOf('forms'),
  WEBHOOK_RECIPES: recipesList(),
  TEMPLATE_PLACEHOLDERS: placeholdersTable(),
});

const megabytes = (bytes: number): string => `${Math.floor(bytes / 100_000) / 10} MB`;

/**
 * Inserts the values into a page's source.
 * @throws Error for an unknown name
 */
export function withValues(source: string): string {
  const known = values();
  return source.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`The guide has no value ${name}.`);
    return value;
  });
}
