import { useSignal } from '@preact/signals';
import { TEXTS } from '../texts/texts.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { say } from '../ui/toasts.ts';
import { replayRange } from './deliveries.ts';

const { log: texts } = TEXTS;
const DAY_MS = 86_400_000;

/** A time as the value of a `datetime-local` field. */
const fieldTime = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Replays the failed deliveries of a period. */
export function ReplayFailed({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const from = useSignal(fieldTime(new Date(Date.now() - DAY_MS)));
  const to = useSignal('');
  const count = useSignal<number | undefined>(undefined);
  const save = async () => {
    const range = {
      failedAfter: new Date(from.value).toISOString(),
      ...(to.value && { failedBefore: new Date(to.value).toISOString() }),
    };
    say(texts.replayed(await replayRange(webhookId, range, (soFar) => (count.value = soFar))));
  };
  const field = (label: string, value: typeof from, hint?: string) => (
    <label>
      {label}
      <input
        type="datetime-local"
        value={value.value}
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
      />
      {hint && <span class="hint">{hint}</span>}
    </label>
  );
  return (
    <FormDialog
      title={texts.replayTitle}
      submit={texts.replay}
      isReady={from.value !== ''}
      save={save}
      onClose={onClose}
    >
      <p>{texts.replayText}</p>
      {field(texts.from, from)}
      {field(texts.to, to, texts.toHint)}
      {count.value !== undefined && <p role="status">{texts.replaying(count.value)}</p>}
    </FormDialog>
  );
}
