import { useSignal } from '@preact/signals';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { complain } from './toasts.ts';

/**
 * Sends requests of a button or form.
 * @param onFailure default: shows a message
 */
export function useRequest(onFailure: (failure: RequestFailed) => void = complain) {
  const isBusy = useSignal(false);
  const send = async (request: () => Promise<unknown>): Promise<void> => {
    isBusy.value = true;
    try {
      await request();
    } catch (error) {
      onFailure(asFailure(error));
    }
    isBusy.value = false;
  };
  return { isBusy: isBusy.value, send };
}
