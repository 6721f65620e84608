import { tidyText } from './tidyText.ts';

describe('tidyText', () => {
  it('turns every kind of line break into a line feed', () => {
    expect(tidyText('one\r\ntwo\rthree\ffour\u2028five')).toBe('one\ntwo\nthree\nfour\nfive');
  });

  it('removes characters that a database or a screen cannot handle, and keeps tabs', () => {
    expect(tidyText('\uFEFFA\0d\u0007a\tM\u009Boreau\uD800')).toBe('Ada\tMoreau\uFFFD');
  });

  it('keeps letters of every script, combining marks and emoji', () => {
    expect(tidyText('שלום 你好 e\u0301 👩‍💻')).toBe('שלום 你好 e\u0301 👩‍💻');
  });

  it('trims lines and leaves one empty line between paragraphs', () => {
    expect(tidyText('\n\none  \n\n\n\ntwo\t\n')).toBe('one\n\ntwo');
  });
});
