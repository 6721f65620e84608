/** A statement's parameter as it travels to PostgreSQL: text, or bytes for bytea, or null. */
export type WireValue = string | Uint8Array | null;

/** The protocol counts parameters in 16 bits. */
const MAX_PARAMETERS = 65_535;

/**
 * The same meaning node-postgres gives to JavaScript values, so that a statement behaves alike on both
 * engines: an array is a PostgreSQL array (so JSON arrays must be passed through JSON.stringify), any other
 * object is JSON, undefined is null, a view of bytes is bytea, a Date is an instant.
 */
export function toWire(values: readonly unknown[]): WireValue[] {
  if (values.length > MAX_PARAMETERS) {
    throw new RangeError(`A statement takes at most ${MAX_PARAMETERS} parameters, this one has ${values.length}.`);
  }
  return values.map(wireValue);
}

function wireValue(value: unknown): WireValue {
  if (value === null || value === undefined) return null;
  if (ArrayBuffer.isView(value)) return ownBytes(value);
  return textOf(value);
}

function textOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (Array.isArray(value)) return arrayText(value);
      return value instanceof Date ? value.toISOString() : JSON.stringify(value);
    default:
      throw new TypeError(`A ${typeof value} cannot be a statement's parameter.`);
  }
}

function arrayText(items: readonly unknown[]): string {
  return `{${items.map(elementText).join(',')}}`;
}

function elementText(item: unknown): string {
  if (item === null || item === undefined) return 'NULL';
  if (Array.isArray(item)) return arrayText(item);
  if (ArrayBuffer.isView(item)) return `"\\\\x${Buffer.from(ownBytes(item)).toString('hex')}"`;
  return `"${textOf(item).replace(/[\\"]/g, '\\$&')}"`;
}

/** A view into a larger buffer is copied out: a message to another thread would carry the whole buffer. */
function ownBytes(view: ArrayBufferView): Uint8Array {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  return view.byteLength === view.buffer.byteLength ? bytes : bytes.slice();
}
