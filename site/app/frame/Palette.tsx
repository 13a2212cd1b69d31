import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { availableCommands, shownKeys } from '../commands/commands.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import { TEXTS } from '../texts/texts.ts';
import { EndpointIcon, Icon } from '../ui/Icon.tsx';
import { PATHS } from '../ui/paths.ts';
import { useModal } from '../ui/useModal.ts';
import { closeOverlay } from './overlay.ts';

const { palette: texts } = TEXTS;

interface Entry {
  id: string;
  title: string;
  icon: ComponentChildren;
  keys?: string | undefined;
  run: () => void;
}

/** Finds views and commands by a few letters. */
export function Palette() {
  const { route } = useLocation();
  const typed = useSignal('');
  const place = useSignal(0);
  const entries = matching(entriesFor(route), typed.value);
  const current = Math.min(place.value, Math.max(0, entries.length - 1));
  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    closeOverlay();
    // After the dialog has restored the focus, so that a command can move it.
    setTimeout(entry.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) place.value = (current + step + entries.length) % Math.max(1, entries.length);
    else if (event.key === 'Enter') run(entries[current]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog {...useModal(closeOverlay)} class="palette" aria-label={texts.title}>
      <label class="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={texts.title}
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={entries[current] && `entry-${entries[current].id}`}
          placeholder={texts.placeholder}
          autocomplete="off"
          spellcheck={false}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
            place.value = 0;
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div id="palette-list" class="palette-list" role="listbox" aria-label={texts.title} tabIndex={-1}>
        {entries.map((entry, index) => (
          <Option key={entry.id} entry={entry} isCurrent={index === current} run={() => run(entry)} />
        ))}
      </div>
      {entries.length === 0 && <p class="palette-none soft">{texts.nothing}</p>}
    </dialog>
  );
}

function Option({
  entry: { id, title, icon, keys },
  isCurrent,
  run,
}: {
  entry: Entry;
  isCurrent: boolean;
  run: () => void;
}) {
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above it takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div id={`entry-${id}`} ref={option} class="palette-entry" role="option" aria-selected={isCurrent} onClick={run}>
      {icon}
      <bdi class="cut">{title}</bdi>
      {keys && <Keys keys={keys} />}
    </div>
  );
}

export const Keys = ({ keys }: { keys: string }) => (
  <span class="keys-shown">
    {shownKeys(keys).map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);

function entriesFor(route: (path: string) => void): Entry[] {
  const toEndpoints = (endpoints.value ?? []).map(
    (endpoint): Entry => ({
      id: endpoint.id,
      title: endpoint.name,
      icon: <EndpointIcon {...endpoint} />,
      run: () => route(PATHS.inbox(endpoint.id)),
    }),
  );
  const commands = availableCommands().filter(({ id }) => id !== 'palette');
  return [
    ...toEndpoints,
    ...commands.map(({ id, title, keys, run }): Entry => ({ id, title, icon: <Icon name="next" />, keys, run })),
  ];
}

/** The entries that contain every typed word: first those of which each is a whole word. */
function matching(entries: Entry[], typed: string): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  const isExact = ({ title }: Entry) => words.every((word) => title.toLowerCase().split(/\s+/).includes(word));
  return [...found.filter(isExact), ...found.filter((entry) => !isExact(entry))];
}
