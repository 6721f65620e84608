/** A statement's parameter as it is sent to PostgreSQL: text, bytes for bytea, or null. */
export type WireValue = string | Uint8Array | null;

/** The protocol uses 16 bits for the number of parameters. */
const MAX_PARAMETERS = 65_535;

/**
 * Converts JavaScript values as node-postgres does, so that a statement behaves the same on both engines: an array is a
 * PostgreSQL array (pass JSON arrays through JSON.stringify), any other object is JSON, undefined is null, a view of
 * bytes is bytea, a Date is a timestamp.
 */
export function toWireValues(values: readonly unknown[]): WireValue[] {
  if (values.length > MAX_PARAMETERS) {
    throw new RangeError(`A statement takes at most ${MAX_PARAMETERS} parameters, this one has ${values.length}.`);
  }
  return values.map(toWireValue);
}

function toWireValue(value: unknown): WireValue {
  if (value === null || value === undefined) return null;
  if (ArrayBuffer.isView(value)) return toBytes(value);
  return toText(value);
}

function toText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (Array.isArray(value)) return toArrayText(value);
      return value instanceof Date ? value.toISOString() : JSON.stringify(value);
    default:
      throw new TypeError(`A ${typeof value} cannot be a statement's parameter.`);
  }
}

function toArrayText(items: readonly unknown[]): string {
  return `{${items.map(toElementText).join(',')}}`;
}

function toElementText(item: unknown): string {
  if (item === null || item === undefined) return 'NULL';
  if (Array.isArray(item)) return toArrayText(item);
  if (ArrayBuffer.isView(item)) return `"\\\\x${Buffer.from(toBytes(item)).toString('hex')}"`;
  return `"${toText(item).replace(/[\\"]/g, '\\$&')}"`;
}

/** A view into a larger buffer is copied: a message to another thread would contain the whole buffer. */
function toBytes(view: ArrayBufferView): Uint8Array {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  return view.byteLength === view.buffer.byteLength ? bytes : bytes.slice();
}
