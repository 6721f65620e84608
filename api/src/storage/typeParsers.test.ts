import { toWireValues } from './parameters.ts';
import { getTypeParser } from './typeParsers.ts';

const INT8 = 20;
const TEXT_ARRAY = 1009;
const INT_ARRAY = 1007;

describe('a value from PostgreSQL', () => {
  it('is a number if that is exact, otherwise a bigint', () => {
    expect(getTypeParser(INT8)('9007199254740991')).toBe(9007199254740991);
    expect(getTypeParser(INT8)('9007199254740993')).toBe(9007199254740993n);
  });

  it('is a Date, cut to milliseconds, for a timestamp with a time zone', () => {
    expect(getTypeParser(1184)('2026-01-02 03:04:05.123456+00')).toEqual(new Date('2026-01-02T03:04:05.123Z'));
    expect(getTypeParser(1184)('2026-01-02 03:04:05+00')).toEqual(new Date('2026-01-02T03:04:05Z'));
  });

  it('is an array, with quotes, commas, braces, empty strings and nulls', () => {
    expect(getTypeParser(TEXT_ARRAY)('{a,"b,\\"c}","",NULL,"NULL"}')).toEqual(['a', 'b,"c}', '', null, 'NULL']);
    expect(getTypeParser(INT_ARRAY)('{{1,2},{3,NULL}}')).toEqual([
      [1, 2],
      [3, null],
    ]);
    expect(getTypeParser(INT_ARRAY)('{}')).toEqual([]);
    expect(getTypeParser(INT_ARRAY)('[2:3]={1,2}')).toEqual([1, 2]);
  });

  it('stays text if a JavaScript value would lose precision', () => {
    expect(getTypeParser(1700)('0.10')).toBe('0.10');
    expect(getTypeParser(1082)('2026-01-02')).toBe('2026-01-02');
  });
});

describe('a value for PostgreSQL', () => {
  it('is an array for a list, JSON for another object and null for undefined', () => {
    expect(toWireValues([['a"b', null, 3, true], { a: 1 }, undefined, null])).toEqual([
      '{"a\\"b",NULL,"3","true"}',
      '{"a":1}',
      null,
      null,
    ]);
  });

  it('is a copy if it is a view of a larger buffer, so that the buffer is not sent', () => {
    const [bytes] = toWireValues([new Uint8Array(1_000).subarray(10, 12)]);
    expect(bytes).toEqual(new Uint8Array(2));
    expect((bytes as Uint8Array).buffer.byteLength).toBe(2);
  });

  it('is rejected if it is a function, or if there are more values than the protocol allows', () => {
    expect(() => toWireValues([() => 1])).toThrow(TypeError);
    expect(() => toWireValues(Array.from({ length: 65_536 }, () => 1))).toThrow(/at most 65535 parameters/);
  });
});
