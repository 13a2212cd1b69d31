import type { Schema } from '../../shared/openapi/types.ts';
import { inline } from '../docs/markdown.ts';
import { type Html, html, htmlText } from '../html.ts';
import { OBJECTS_PATH, schemaName } from './resolve.ts';

/** Longer lists of values are collapsed. */
const VALUES_SHOWN_MAX = 12;
const PATTERN_LENGTH_SHOWN_MAX = 60;

/** A named and typed value: a parameter, a header or a field. */
export interface Field {
  name: string;
  schema: Schema;
  /** True if it is required. */
  required?: boolean;
}

/** The fields of an object schema. */
export const fieldsOf = ({ properties = {} }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema }));

/** A list of fields with types, constraints and meanings. */
export const fieldList = (fields: readonly Field[]): Html => html`<dl class="params">
${fields.map(fieldItem)}</dl>
`;

/** The same as Markdown. */
export const fieldsMarkdown = (fields: readonly Field[]): string =>
  fields
    .map(({ name, schema, required }) => {
      const type = `${htmlText(typeOf(schema))}${required ? ', required' : ''}`;
      const more = [limits(schema), values(schema)].map((part) => htmlText(part).trim()).filter(Boolean);
      return `- \`${name}\` (${type}): ${[schema.description ?? '', ...more].join(' ').trim()}`;
    })
    .join('\n');

const fieldItem = ({ name, schema, required }: Field): Html => html`<div>
<dt><code>${name}</code> <span class="type">${typeOf(schema)}</span>${required ? html` <span class="required">required</span>` : html``}</dt>
<dd>${inline(schema.description ?? '')}${limits(schema)}${values(schema)}</dd>
</div>
`;

/** The type in words, linked if it is a named object. */
export function typeOf(schema: Schema): Html {
  const name = schemaName(schema);
  if (name !== undefined) return html`<a href="${OBJECTS_PATH}#${name}">${name}</a>`;
  const choices = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (choices) return html`${choices.map((choice, i) => html`${i > 0 ? ' or ' : ''}${typeOf(choice)}`)}`;
  if (schema.type === 'array') return html`list of ${typeOf(schema.items ?? {})}`;
  return html`${schema.type ?? 'any'}${typeof schema.format === 'string' ? ` (${schema.format})` : ''}`;
}

/** Long patterns, such as those of addresses and dates, are omitted. */
const isShown = ({ pattern }: Schema): boolean =>
  typeof pattern === 'string' && pattern.length <= PATTERN_LENGTH_SHOWN_MAX;

function limits(schema: Schema): Html {
  const all = [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' items'),
    range(schema.minimum, schema.maximum),
    isShown(schema) && html`pattern <code>${String(schema.pattern)}</code>`,
    schema.default !== undefined && html`default <code>${JSON.stringify(schema.default)}</code>`,
  ].filter((limit) => limit !== false);
  if (all.length === 0) return html``;
  return html` <span class="limits">${all.map((limit, i) => html`${i > 0 ? '; ' : ''}${limit}`)}</span>`;
}

function range(min: unknown, max: unknown, unit = ''): Html | false {
  const [least, most] = [min, max].map((limit) =>
    typeof limit === 'number' && limit < Number.MAX_SAFE_INTEGER ? limit.toLocaleString('en') : undefined,
  );
  if (least !== undefined && most !== undefined) return html`${least} to ${most}${unit}`;
  if (most !== undefined) return html`at most ${most}${unit}`;
  return least !== undefined && html`at least ${least}${unit}`;
}

function values({ enum: allowed = [] }: Schema): Html {
  if (allowed.length === 0) return html``;
  const list = allowed.map((value, i) => html`${i > 0 ? ' ' : ''}<code>${value}</code>`);
  if (allowed.length <= VALUES_SHOWN_MAX) return html` <span class="values">One of ${list}</span>`;
  return html`<details class="values"><summary>One of ${allowed.length} values</summary>${list}</details>`;
}
