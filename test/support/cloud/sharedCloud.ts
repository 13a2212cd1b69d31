import type { Outputs } from '../../../infra/localService/outputs.ts';

export const outputs = (): Outputs => JSON.parse(process.env.FORMS_TEST_OUTPUTS ?? '{}');
