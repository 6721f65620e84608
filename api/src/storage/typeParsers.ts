/**
 * Converts PostgreSQL's text to JavaScript values, for both engines, so that a query returns the same values on either.
 * Types without a parser stay text (numeric, date, interval, uuid, bit, vector, tsvector …). Object ids of the types:
 * https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
 */
export type ParseText = (text: string) => unknown;

const toNumber: ParseText = (text) => Number(text);

/** int8 and count(*): a number where it is exact, else a bigint. */
const toInteger: ParseText = (text) => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
};

const toBytes: ParseText = (text) => {
  const buffer = Buffer.from(text.slice(2), 'hex');
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
};

/** `2026-01-02 03:04:05.123456+00`: both engines run in UTC; microseconds are truncated. */
const toDate: ParseText = (text) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));

/** A timestamp without a zone is read as UTC. */
const toDateInUtc: ParseText = (text) => new Date(`${text.replace(' ', 'T')}Z`);

const scalars: [oid: number, arrayOid: number, parse: ParseText | undefined][] = [
  [16, 1000, (text) => text === 't'],
  [17, 1001, toBytes],
  [20, 1016, toInteger],
  [21, 1005, toNumber],
  [23, 1007, toNumber],
  [26, 1028, toNumber],
  [700, 1021, toNumber],
  [701, 1022, toNumber],
  [114, 199, (text) => JSON.parse(text)],
  [3802, 3807, (text) => JSON.parse(text)],
  [1114, 1115, toDateInUtc],
  [1184, 1185, toDate],
  [18, 1002, undefined],
  [19, 1003, undefined],
  [25, 1009, undefined],
  [1042, 1014, undefined],
  [1043, 1015, undefined],
  [1082, 1182, undefined],
  [1186, 1187, undefined],
  [1560, 1561, undefined],
  [1562, 1563, undefined],
  [1700, 1231, undefined],
  [2950, 2951, undefined],
];

const asText: ParseText = (text) => text;

/** Parsers by object id of the type. */
export const parsers: Readonly<Record<number, ParseText>> = Object.fromEntries(
  scalars.flatMap(([oid, arrayOid, parse = asText]) => [
    [oid, parse],
    [arrayOid, (text: string) => parseArray(text, parse)],
  ]),
);

export const getTypeParser = (oid: number): ParseText => parsers[oid] ?? asText;

/**
 * Parses PostgreSQL's array text, `{1,NULL,{"a \" b"}}`. `parse` converts each element.
 * A leading `[2:3]=` (bounds other than 1) is skipped.
 */
function parseArray(text: string, parse: ParseText): unknown[] {
  let index = text.indexOf('{');
  const parseQuoted = (): string => {
    let out = '';
    for (index += 1; text[index] !== '"'; index += 1) {
      if (text[index] === '\\') index += 1;
      out += text[index];
    }
    index += 1;
    return out;
  };
  const parseBare = (): string => {
    const start = index;
    while (text[index] !== ',' && text[index] !== '}') index += 1;
    return text.slice(start, index);
  };
  const parseList = (): unknown[] => {
    const items: unknown[] = [];
    index += 1;
    while (text[index] !== '}') {
      if (text[index] === ',') index += 1;
      if (text[index] === '{') items.push(parseList());
      else if (text[index] === '"') items.push(parse(parseQuoted()));
      else {
        const word = parseBare();
        items.push(word === 'NULL' ? null : parse(word));
      }
    }
    index += 1;
    return items;
  };
  return parseList();
}
