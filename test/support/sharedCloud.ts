import type { Outputs } from '../../infra/local/outputs.ts';

export const outputs = (): Outputs => JSON.parse(process.env.FORMS_TEST_OUTPUTS ?? '{}');
