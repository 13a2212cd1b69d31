import { useSignal } from '@preact/signals';
import { TEXTS } from '../texts/texts.ts';
import { Copy } from './Copy.tsx';

interface SnippetsProps<Name extends string> {
  /** The accessible name of the choice. */
  label: string;
  /** Names of the kinds of code, in the order of the choice. */
  names: Readonly<Record<Name, string>>;
  codeOf: (name: Name) => string;
}

/** Code of several kinds, of which one is shown and can be copied. */
export function Snippets<Name extends string>({ label, names, codeOf }: SnippetsProps<Name>) {
  const all = Object.keys(names) as Name[];
  const shown = useSignal(all[0] as Name);
  const [name, code] = [names[shown.value], codeOf(shown.value)];
  return (
    <figure class="code box">
      <figcaption class="apart">
        <fieldset class="segments" aria-label={label}>
          {all.map((each) => (
            <button key={each} type="button" aria-pressed={each === shown.value} onClick={() => (shown.value = each)}>
              {names[each]}
            </button>
          ))}
        </fieldset>
        <Copy class="quiet" text={code} what={name} label={TEXTS.copy} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is too wide is scrolled by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: code keeps its lines in this one */}
      <pre tabIndex={0} role="group" aria-label={name}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
