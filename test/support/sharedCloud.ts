import type { Outputs } from '../../infra/local/outputs.ts';

/** Addresses of the local cloud that all tests share. */
export const outputs = (): Outputs => JSON.parse(process.env.FORMS_TEST_OUTPUTS ?? '{}');
