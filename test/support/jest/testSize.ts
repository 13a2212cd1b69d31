/** True to run the long forms (`npm run test:long`) instead of samples. */
export const IS_LONG = process.env.FORMS_TEST_SIZE === 'long';

export const onlyInLongForm = <Declare extends (...given: never[]) => unknown>(declare: Declare) =>
  IS_LONG ? (...given: Parameters<Declare>): void => void declare(...given) : (): void => undefined;
