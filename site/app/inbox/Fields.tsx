import { useSignal } from '@preact/signals';
import { fieldsInOrder, type OrderedData } from '../../../shared/contract/fieldOrder.ts';
import type { FieldRule } from '../../../shared/contract/schemas/endpoints/fieldRules.ts';
import { withWords } from '../../../shared/messages/forPeople.ts';
import { labelsOf } from '../../../shared/messages/labels.ts';
import { printable, shownText } from '../../../shared/messages/outline.ts';
import { TEXTS } from '../texts/texts.ts';
import { Copy } from '../ui/Copy.tsx';
import { piecesOf } from './links.ts';

/** All submitted fields in order, with their labels; the names are in tooltips. */
export function Fields({ of, rules }: { of: OrderedData; rules: readonly FieldRule[] | undefined }) {
  const labelOf = labelsOf(Object.keys(of.data), rules);
  const ruleOf = new Map(rules?.map((rule) => [rule.name, rule]));
  return (
    <dl class="fields">
      {fieldsInOrder(of).map(([name, value]) => (
        <div class="field" key={name}>
          <dt class="small soft">
            <bdi title={name}>{printable(labelOf(name)) || TEXTS.detail.noName}</bdi>
            <Copy text={textOf(value)} what={name} />
          </dt>
          <dd>
            <Value value={withWords(value, ruleOf.get(name))} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** Nested values as an outline. */
function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') return <span class="soft">{TEXTS.detail.empty}</span>;
  if (Array.isArray(value)) return <Items items={value} />;
  if (typeof value !== 'object') return <Text text={printable(shownText(value))} />;
  const entries = Object.entries(value);
  if (entries.length === 0) return <span class="soft">{TEXTS.detail.empty}</span>;
  const labelOf = labelsOf(Object.keys(value));
  return (
    <dl class="outline">
      {entries.map(([name, child]) => (
        <div key={name} class={typeof child === 'object' && child !== null ? undefined : 'is-plain'}>
          <dt class="small soft">
            <bdi title={name}>{printable(labelOf(name))}</bdi>
          </dt>
          <dd>
            <Value value={child} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Items({ items }: { items: unknown[] }) {
  if (items.length === 0) return <span class="soft">{TEXTS.detail.empty}</span>;
  return (
    <ul class="outline">
      {items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={place}>
          <Value value={item} />
        </li>
      ))}
    </ul>
  );
}

/** Longer values are shown in full on demand. */
const SHOWN_LENGTH_MAX = 2_000;

function Text({ text }: { text: string }) {
  const isWhole = useSignal(text.length <= SHOWN_LENGTH_MAX);
  const shown = isWhole.value ? text : `${text.slice(0, SHOWN_LENGTH_MAX).toWellFormed()}…`;
  return (
    <>
      <div class="text" dir="auto">
        {piecesOf(shown).map(({ text: piece, href }) =>
          href === undefined ? (
            piece
          ) : (
            <a key={href} href={href} target="_blank" rel="noreferrer">
              {piece}
            </a>
          ),
        )}
      </div>
      {!isWhole.value && (
        <button type="button" class="link" onClick={() => (isWhole.value = true)}>
          {TEXTS.detail.showAll(text.length)}
        </button>
      )}
    </>
  );
}
