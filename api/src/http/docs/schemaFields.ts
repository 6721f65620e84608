import { html, type Html } from './html.ts';
import type { Json } from './openApi.ts';

/** Fields inside fields are shown to this depth; the document itself has all. */
const MAX_DEPTH = 4;
const MAX_LISTED = 12;

/** A field of a call: its name, its type in words, and its own fields. */
export function renderField(name: string, schema: Json, isRequired: boolean, depth = 0): Html {
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  return html`<li>
    <code>${name}</code> <span class="type">${describeType(schema)}</span>${isRequired ? '' : html` <em>optional</em>`}
    ${description === '' ? '' : html`<p>${description}</p>`} ${renderFields(schema, depth + 1)}
  </li>`;
}

/** The fields of an object, of the items of a list or of the kinds of a union. */
export function renderFields(schema: Json, depth = 0): Html | '' {
  if (depth > MAX_DEPTH) return '';
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const required = new Set((schema['required'] ?? []) as string[]);
  const items = schema['items'] as Json | undefined;
  const kinds = listKinds(schema).filter((kind) => kind['properties'] ?? kind['items']);
  const own = properties.map(([name, inner]) => renderField(name, inner, required.has(name), depth));
  const ofItems = items ? renderFields(items, depth) : '';
  const ofKinds = kinds.map((kind) => html`<li class="kind">${renderFields(kind, depth + 1)}</li>`);
  if (own.length + ofKinds.length === 0) return ofItems;
  return html`<ul>
      ${own}${ofKinds}
    </ul>
    ${ofItems}`;
}

/** A type in words, such as `list of text, at most 50`. */
export function describeType(schema: Json): string {
  const { enum: values, const: only, type, items, format, $ref } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return listValues(values);
  if ($ref !== undefined) return 'as above';
  const kinds = listKinds(schema);
  if (kinds.length > 0) return [...new Set(kinds.map(describeType))].join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array')
    return `list of ${describeType((items ?? {}) as Json)}${describeRange(schema['minItems'], schema['maxItems'])}`;
  if (type === 'string')
    return `${format === 'binary' ? 'bytes' : 'text'}${typeof format === 'string' && format !== 'binary' ? ` (${format})` : ''}${describeRange(schema['minLength'], schema['maxLength'])}`;
  if (type === 'integer' || type === 'number') return `${type}${describeRange(schema['minimum'], schema['maximum'])}`;
  return typeof type === 'string' ? type : 'any value';
}

function listKinds({ anyOf, oneOf, allOf }: Json): Json[] {
  return [anyOf, oneOf, allOf].flatMap((kinds) => (Array.isArray(kinds) ? (kinds as Json[]) : []));
}

function listValues(values: readonly unknown[]): string {
  const shown = values.slice(0, MAX_LISTED).map((value) => JSON.stringify(value));
  return `${shown.join(' | ')}${values.length > MAX_LISTED ? ` | ${values.length - MAX_LISTED} more` : ''}`;
}

/** Bounds of JavaScript itself, such as the largest safe integer, are not worth showing. */
function describeRange(least: unknown, most: unknown): string {
  const bounds = [
    typeof least === 'number' && least > 0 && `at least ${least.toLocaleString('en-US')}`,
    typeof most === 'number' && most < Number.MAX_SAFE_INTEGER && `at most ${most.toLocaleString('en-US')}`,
  ].filter((bound) => typeof bound === 'string');
  return bounds.map((bound) => `, ${bound}`).join('');
}
