/** Whether the long forms are to run, before a release: `npm run test:long`. Otherwise samples of them run. */
export const IS_LONG = process.env.FORMS_TEST_SIZE === 'long';
