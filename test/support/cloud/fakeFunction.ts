import { arnOf } from '../../../infra/localService/template.ts';
import type { InvocationResult, LocalFunction } from '../../../local/functions/functions.ts';

/** A stand-in for a function: the handler's result is its response, a thrown error its failure. */
export function fakeFunction(name: string, handler: (event: unknown) => unknown): LocalFunction {
  const invoke = async (event: unknown): Promise<InvocationResult> => {
    try {
      return { payload: JSON.stringify((await handler(event)) ?? null) };
    } catch (error) {
      return { error: { errorType: 'Error', errorMessage: String(error), trace: [] } };
    }
  };
  return { name, arn: arnOf(name, 'AWS::Lambda::Function'), invoke } as unknown as LocalFunction;
}
