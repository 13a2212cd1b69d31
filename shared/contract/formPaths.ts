/**
 * Paths for forms. Any page's script may send any header and credentials there, since these operations read no
 * credential. Apart from the operations, so that the fallback function needs no schemas.
 */
export const FORM_PATHS = {
  form: '/v1/f/{endpointId}',
  uploads: '/v1/f/{endpointId}/uploads',
  challenge: '/v1/f/{endpointId}/challenge',
  rules: '/v1/f/{endpointId}/rules',
} as const;

export const isFormPath = (path: string): boolean => (Object.values(FORM_PATHS) as string[]).includes(path);
