import { areKeysOn, availableCommands } from '../commands/commands.ts';
import { TEXTS } from '../texts/texts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Switch } from '../ui/Switch.tsx';
import { closeOverlay } from './overlay.ts';
import { Keys } from './Palette.tsx';

const { help: texts } = TEXTS;

/** The keyboard shortcuts, and a switch to disable them. */
export function Help() {
  const groups = Map.groupBy(
    availableCommands().filter(({ keys }) => keys !== undefined),
    ({ group }) => group,
  );
  return (
    <Dialog title={texts.title} class="help" onClose={closeOverlay}>
      <div class="help-groups">
        {[...groups].map(([group, commands]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl class="key-list">
              {commands.map(({ id, title, keys = '' }) => (
                <div key={id}>
                  <dt>{title}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={texts.keysOn}
        hint={texts.keysOnHint}
        isOn={areKeysOn.value}
        onChange={(isOn) => {
          areKeysOn.value = isOn;
        }}
      />
    </Dialog>
  );
}
