import { makeZip, withFalseSize } from '#tests/harness/hostile/hostileFiles.ts';
import { openArchive } from './archive.ts';

const MB = 1024 * 1024;
const limits = { inflatedBytes: 2 * MB, entries: 10, ratio: 200 };
/** Hardly compressible, so that only the tested limit is exceeded. */
const noise = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * index * 31) >> 3));

function open(bytes: Uint8Array, changes: Partial<typeof limits> = {}) {
  return openArchive(Buffer.from(bytes), { ...limits, ...changes });
}

describe('opening an archive', () => {
  it('reads its entries', () => {
    const archive = open(makeZip({ 'a.txt': 'Ada', 'b/c.txt': 'Ben', 'd/': '' }));
    expect(archive.names).toEqual(['a.txt', 'b/c.txt']);
    expect(archive.read('b/c.txt')?.toString()).toBe('Ben');
    expect(archive.read('missing')).toBeNull();
  });

  it('reads an archive with a comment', () => {
    const zip = Buffer.concat([Buffer.from(makeZip({ 'a.txt': 'Ada' })), Buffer.from('a comment')]);
    zip.writeUInt16LE(9, zip.length - 11);
    expect(open(zip).read('a.txt')?.toString()).toBe('Ada');
  });

  it('refuses an archive that declares more than the limit', () => {
    expect(() => open(makeZip({ a: noise(3 * MB) }))).toThrow(expect.objectContaining({ code: 'too_big_inside' }));
  });

  /** @proves threat:archives */
  it('refuses a compression ratio of 201 to 1', () => {
    expect(() => open(makeZip({ a: new Uint8Array(MB) }))).toThrow(expect.objectContaining({ code: 'too_big_inside' }));
  });

  it('refuses more entries than allowed', () => {
    const files = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`${index}.txt`, 'x']));
    expect(() => open(makeZip(files))).toThrow(expect.objectContaining({ code: 'too_big_inside' }));
  });

  /** @proves threat:archives */
  it('refuses an entry that is larger than declared', () => {
    const archive = open(withFalseSize(makeZip({ a: new Uint8Array(MB) }), MB, 999));
    expect(() => archive.read('a')).toThrow(expect.objectContaining({ code: 'too_big_inside' }));
  });

  it('refuses an entry that is smaller than declared', () => {
    const archive = open(withFalseSize(makeZip({ a: noise(1_234) }), 1_234, 1_300), { ratio: 1_000 });
    expect(() => archive.read('a')).toThrow(expect.objectContaining({ code: 'broken' }));
  });

  it('counts every read of an entry', () => {
    const archive = open(makeZip({ a: noise(1.5 * MB) }));
    expect(archive.read('a')).toHaveLength(1.5 * MB);
    expect(() => archive.read('a')).toThrow(expect.objectContaining({ code: 'too_big_inside' }));
  });

  it('handles names with parent folders or of object properties as plain names', () => {
    const archive = open(makeZip({ '../../etc/passwd': 'x', '/root': 'y', 'C:\\windows': 'z', constructor: 'w' }));
    expect(archive.names).toHaveLength(4);
    expect(archive.read('toString')).toBeNull();
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['its first half', makeZip({ a: noise(5_000), b: 'Ben' }).subarray(0, 200)],
    [
      'an end that points outside the file',
      Buffer.from(`504b0506${'00'.repeat(4)}01000100ffffff00ffffff000000`, 'hex'),
    ],
  ])('rejects %s as a broken archive', (_, bytes) => {
    expect(() => open(bytes)).toThrow(expect.objectContaining({ code: 'broken' }));
  });
});
