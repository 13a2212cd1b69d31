import type { Outputs } from '../../infra/local/outputs.ts';

/** The URLs of the shared local cloud. */
export const outputs = (): Outputs => JSON.parse(process.env.FORMS_TEST_OUTPUTS ?? '{}');
