import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { asFailure, type RequestFailed } from '../api/requestFailed.ts';
import { complain } from './toasts.ts';

/**
 * Sends requests of a button or form.
 * @param onFailure default: shows a message, as for forms that were left since; `isElsewhere` if the focus was moved since
 * @param onDone not called for forms that were left since
 */
export function useRequest(
  onFailure: (failure: RequestFailed, isElsewhere: boolean) => void = complain,
  onDone: () => void = () => {},
) {
  const isBusy = useSignal(false);
  const isShown = useRef(true);
  useLayoutEffect(
    () => () => {
      isShown.current = false;
    },
    [],
  );
  const send = async (request: () => Promise<unknown>): Promise<void> => {
    const from = document.activeElement;
    isBusy.value = true;
    try {
      await request();
      if (isShown.current) onDone();
    } catch (error) {
      const failure = asFailure(error);
      if (isShown.current) onFailure(failure, ![from, document.body].includes(document.activeElement));
      else complain(failure);
    } finally {
      isBusy.value = false;
    }
  };
  return { isBusy: isBusy.value, send };
}
