/** Whether the long forms are to run, before a release: `npm run test:long`. Otherwise samples of them run. */
export const IS_LONG = process.env.FORMS_TEST_SIZE === 'long';

/** What declares a test, made to declare none in the short form. */
export const onlyInLongForm = <Declare extends (...given: never[]) => unknown>(declare: Declare) =>
  IS_LONG ? (...given: Parameters<Declare>): void => void declare(...given) : (): void => undefined;
