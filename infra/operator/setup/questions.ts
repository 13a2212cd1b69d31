import { confirm, isCancel, text } from '@clack/prompts';
import { UsageError } from '../../tools/program.ts';

export interface Question {
  message: string;
  /** The option that answers it. */
  option: string;
  placeholder?: string;
  /** What is wrong with an answer. */
  problem: (answer: string) => string | undefined;
}

/** Answers what setup asks. */
export interface Questions {
  /** Whether a person is there to answer. */
  isAttended: boolean;
  confirm: (message: string, byDefault: boolean) => Promise<boolean>;
  text: (question: Question) => Promise<string>;
}

/** Questions go to standard error: standard output has the report alone. */
const output = process.stderr;

/** Asks the person at the terminal. */
export const ASKING: Questions = {
  isAttended: true,
  confirm: async (message, initialValue) => answered(await confirm({ message, initialValue, output })),
  text: async ({ message, placeholder = '', problem }) => {
    const validate = (answer: string | undefined) => problem((answer ?? '').trim());
    return answered(await text({ message, placeholder, validate, output })).trim();
  },
};

/** `--yes`: agrees to what would be done by default, and has no answer that was not given as an option. */
export const AGREEING: Questions = {
  isAttended: false,
  confirm: async (_message, byDefault) => byDefault,
  text: async ({ option, message }) => {
    throw new UsageError(`Nobody can be asked: ${message} Give ${option}.`);
  },
};

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new UsageError('Stopped. Completed steps stay; run the same command to continue.');
  return answer as Exclude<T, symbol>;
}
