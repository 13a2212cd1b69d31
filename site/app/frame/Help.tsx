import { areKeysOn, availableCommands } from '../commands/commands.ts';
import { TEXTS } from '../texts/texts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Switch } from '../ui/Switch.tsx';
import { closeOverlay } from './overlay.ts';
import { Keys } from './Palette.tsx';

const { help: texts } = TEXTS;

/** The keyboard shortcuts, and a switch to disable them. */
export function Help() {
  const commands = availableCommands().filter(({ keys }) => keys !== undefined);
  return (
    <Dialog title={texts.title} class="help" onClose={closeOverlay}>
      <div class="help-groups">
        {[...new Set(commands.map(({ group }) => group))].map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl class="key-list">
              {commands
                .filter((each) => each.group === group)
                .map(({ id, title, keys = '' }) => (
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
