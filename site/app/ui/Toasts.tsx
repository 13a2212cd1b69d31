import { TEXTS } from '../texts/texts.ts';
import { Icon } from './Icon.tsx';
import { type Toast, toasts } from './toasts.ts';

export const Toasts = () => (
  <div class="toasts" role="status" aria-label={TEXTS.messages}>
    {toasts.value.map((toast) => (
      <Word key={toast.id} {...toast} />
    ))}
  </div>
);

function Word({ id, text, isProblem, progress, action }: Toast) {
  const remove = () => {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  };
  return (
    <div class={isProblem ? 'toast is-problem' : 'toast'}>
      {isProblem && <Icon name="warning" />}
      <p>{text}</p>
      {progress && <progress value={progress.value} aria-label={text.value} />}
      {action && (
        <button
          type="button"
          class="link"
          onClick={() => {
            remove();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
