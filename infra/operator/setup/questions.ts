import { confirm, isCancel, text } from '@clack/prompts';
import { UsageError } from '../../tools/program.ts';

export interface Question {
  message: string;
  /** The option that answers the question. */
  option: string;
  placeholder?: string;
  problem: (answer: string) => string | undefined;
}

export interface Questions {
  /** True if a person can answer questions. */
  isAttended: boolean;
  confirm: (message: string, byDefault: boolean) => Promise<boolean>;
  text: (question: Question) => Promise<string>;
}

/** Questions go to standard error, so that standard output contains only the report. */
const output = process.stderr;

/** Asks at the terminal. */
export const ASKING: Questions = {
  isAttended: true,
  confirm: async (message, initialValue) => answered(await confirm({ message, initialValue, output })),
  text: async ({ message, placeholder = '', problem }) => {
    const validate = (answer: string | undefined) => problem((answer ?? '').trim());
    return answered(await text({ message, placeholder, validate, output })).trim();
  },
};

/** `--yes`: confirms the default action. Questions without a default need their option. */
export const AGREEING: Questions = {
  isAttended: false,
  confirm: async (_message, byDefault) => byDefault,
  text: async ({ option, message }) => {
    throw new UsageError(`There is no terminal to ask in: ${message} Pass ${option}.`);
  },
};

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new UsageError('Stopped. Completed steps stay; run the same command to continue.');
  return answer as Exclude<T, symbol>;
}
