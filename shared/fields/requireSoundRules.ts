import type { FieldRule } from '../contract/schemas/endpoints/fieldRules.ts';

/**
 * Validates rules with code that is loaded for the first endpoint with rules.
 * @throws ApiError BAD_REQUEST that names every bad property
 */
export async function requireSoundRules(rules: readonly FieldRule[] | null | undefined): Promise<void> {
  if (!rules) return;
  const { checkRules } = await import('./checkRules.ts');
  checkRules(rules);
}
