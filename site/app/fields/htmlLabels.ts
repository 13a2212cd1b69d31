import { FIELD_TEXT_LENGTH_MAX } from '../../../shared/contract/limits.ts';

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

const CONTROLS = 'input, select, textarea, button';
/** Elements around a control that are searched for text before it. */
const LEVELS_MAX = 4;

/** A control's label: its label element, the text before it, or its placeholder. */
export function labelOfControl(control: Control): string | undefined {
  const before = textBefore(control, 'h1, h2, h3, h4, h5, h6, p');
  // A sentence is about the form, not the control.
  const named = before && /[.!]$/.test(before) ? undefined : before;
  return ownLabel(control) ?? named ?? tidy(control.getAttribute('placeholder')) ?? tidy(control.title);
}

/** A checkbox's or radio button's label: its label element, or the text after it. */
export const labelOfChoice = (control: Control): string | undefined =>
  ownLabel(control) ?? textAfter(control) ?? tidy(control.title);

/** The label of a group of checkboxes or radio buttons. */
export function labelOfGroup(controls: readonly Control[]): string | undefined {
  const [first] = controls as [Control];
  const isOwn = (group: Element) =>
    [...group.querySelectorAll<Control>(CONTROLS)].every((control) => control.name === first.name);
  const fieldset = first.closest('fieldset');
  const legend = fieldset && isOwn(fieldset) ? tidy(fieldset.querySelector('legend')?.textContent) : undefined;
  const group = first.closest('[role="radiogroup"], [role="group"]');
  const [label] = first.labels ?? [];
  return legend ?? (group ? ariaLabel(group) : undefined) ?? textBefore(label?.contains(first) ? label : first);
}

const ownLabel = (control: Control): string | undefined => {
  const [label] = control.labels ?? [];
  return (label && tidy(textWithoutControls(label))) ?? ariaLabel(control);
};

const ariaLabel = (element: Element): string | undefined =>
  tidy(element.getAttribute('aria-label')) ??
  tidy(element.ownerDocument.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent);

function textWithoutControls(label: Element): string {
  const copy = label.cloneNode(true) as Element;
  for (const part of copy.querySelectorAll(`${CONTROLS}, script, style`)) part.remove();
  return copy.textContent ?? '';
}

/** The nearest text before a node, up to another control. Text that matches `ignored` is skipped. */
function textBefore(start: Node, ignored?: string): string | undefined {
  let node: Node | null = start;
  for (let level = 0; node && level < LEVELS_MAX; level++) {
    for (let before = node.previousSibling; before; before = before.previousSibling) {
      if (before instanceof Element && (before.matches(CONTROLS) || before.querySelector(CONTROLS))) return undefined;
      if (before instanceof Element && ignored && before.matches(ignored)) return undefined;
      const text = textOf(before);
      if (text) return text;
    }
    node = node.parentElement;
    if (node instanceof Element && node.matches('form, fieldset, body')) return undefined;
  }
  return undefined;
}

/** The text after a node, up to the end of its line or another control. */
function textAfter(start: Node): string | undefined {
  let text = '';
  for (let after = start.nextSibling; after; after = after.nextSibling) {
    if (after instanceof Element && (after.matches(`${CONTROLS}, br`) || after.querySelector(CONTROLS))) break;
    if (after.nodeType !== Node.COMMENT_NODE) text += after.textContent ?? '';
  }
  return tidy(text);
}

const textOf = (node: Node): string | undefined =>
  node.nodeType === Node.TEXT_NODE || (node instanceof Element && !node.matches('script, style, legend'))
    ? tidy(node.textContent)
    : undefined;

/** A text on one line, without the asterisk of required fields and without a colon. */
function tidy(text: string | null | undefined): string | undefined {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  let end = line.length;
  while (end > 0 && ' *:'.includes(line[end - 1] as string)) end--;
  return line.slice(0, end).slice(0, FIELD_TEXT_LENGTH_MAX).trim() || undefined;
}
