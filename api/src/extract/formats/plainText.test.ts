import { detectEncoding, readText } from './plainText.ts';
import { defaultLimits } from '#api/extract/limits.ts';
import { makeText } from '#sandbox/documents/textFile.ts';
import { UnreadCounts } from '#contract/files/unread.ts';

const sentence = 'Größe, façade, naïve – Ångström: 5 €. '.repeat(10);
const russian = 'Совет собирается в понедельник утром, чтобы обсудить бюджет. '.repeat(5);
const japanese = '来週の月曜日に会議を開きます。予算について話し合います。'.repeat(5);

async function read(bytes: Uint8Array): Promise<string> {
  const limits = { ...defaultLimits, outputBytes: 1_000_000 };
  const parts = readText(Buffer.from(bytes), {
    type: 'TXT',
    limits,
    unread: new UnreadCounts(),
    onProgress: () => undefined,
  });
  const first = await parts.next();
  return first.done ? '' : first.value.text;
}

describe('reading plain text', () => {
  it.each([
    ['utf-8', sentence],
    ['utf-16le', sentence],
    ['utf-16be', sentence],
    ['windows-1252', sentence],
    ['windows-1251', russian],
    ['koi8-r', russian],
    ['shift_jis', japanese],
    ['euc-jp', japanese],
  ])('decodes %s', async (encoding, text) => expect(await read(makeText(text, encoding))).toBe(text.trim()));

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('decodes %s with a BOM', async (encoding) =>
    expect(await read(makeText(russian, encoding, { mark: true }))).toBe(russian.trim()),
  );

  it('detects a single accent after a long ASCII text', async () => {
    const late = `${'plain '.repeat(30_000)}café`;
    expect(await read(makeText(late, 'latin1'))).toBe(late);
  });

  it('accepts the color codes of a log as text', () => {
    expect(detectEncoding(Buffer.from('\u001b[31mERROR\u001b[0m disk is full\n'))).toBe('utf-8');
  });

  it('rejects bytes with NULs or many control characters', () => {
    expect(detectEncoding(Buffer.from('MZ\0\0\x01\0\x02picture'))).toBeNull();
    expect(detectEncoding(Buffer.from(Array.from({ length: 500 }, (_, index) => 1 + ((index * 37) % 255))))).toBeNull();
  });

  it('rejects text above the output limit before decoding it', async () => {
    await expect(read(Buffer.alloc(1_000_001, 'a'))).rejects.toMatchObject({ code: 'too_big_inside' });
  });
});
