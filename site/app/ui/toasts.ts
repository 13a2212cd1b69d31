import { type Signal, signal } from '@preact/signals';
import { asFailure } from '../api/requestFailed.ts';

/** A message about something done or in progress. */
export interface Toast {
  id: number;
  text: Signal<string>;
  isProblem: boolean;
  /** Progress from 0 to 1. */
  progress: Signal<number> | undefined;
  action: { label: string; run: () => void } | undefined;
}

type ToastOptions = Partial<Pick<Toast, 'isProblem' | 'progress' | 'action'>> & {
  /** Stays until dismissed. */
  isLasting?: boolean;
};

/** Enough to read it and reach its button. */
export const TOAST_MS = 8_000;
const TOASTS_MAX = 3;

export const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Shows a message, and announces it to screen readers. */
export function say(text: string, { isProblem = false, progress, action, isLasting = false }: ToastOptions = {}) {
  lastId += 1;
  const toast: Toast = { id: lastId, text: signal(text), isProblem, progress, action };
  toasts.value = [...toasts.value, toast].slice(-TOASTS_MAX);
  const remove = () => {
    toasts.value = toasts.value.filter(({ id }) => id !== toast.id);
  };
  if (!isLasting) setTimeout(remove, TOAST_MS);
  return { toast, remove };
}

/** Shows why a request failed. */
export const complain = (error: unknown): void => void say(asFailure(error).message, { isProblem: true });
