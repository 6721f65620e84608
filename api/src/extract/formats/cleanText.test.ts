import { cleanText } from './cleanText.ts';

describe('cleaning text', () => {
  it('leaves line feeds only, whatever the machine it was written on', () => {
    expect(cleanText('one\r\ntwo\rthree\ffour\u2028five')).toBe('one\ntwo\nthree\nfour\nfive');
  });

  it('drops what a database or a screen cannot take, and keeps tabs', () => {
    expect(cleanText('\uFEFFA\0d\u0007a\tM\u009Boreau\uD800')).toBe('Ada\tMoreau\uFFFD');
  });

  it('keeps letters of every script, marks and pictures', () => {
    expect(cleanText('שלום 你好 e\u0301 👩‍💻')).toBe('שלום 你好 e\u0301 👩‍💻');
  });

  it('ends lines at their last letter and leaves one empty line between paragraphs', () => {
    expect(cleanText('\n\none  \n\n\n\ntwo\t\n')).toBe('one\n\ntwo');
  });
});
