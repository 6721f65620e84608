import { readPaste } from './paste.ts';

function clipboard(text: string, files: File[] = []): Parameters<typeof readPaste>[0] {
  return { getData: (kind: string) => (kind === 'text/plain' ? text : ''), files: files as unknown as FileList };
}

const picture = new File(['x'], 'image.png', { type: 'image/png' });
const report = new File(['x'], 'Report May.pdf', { type: 'application/pdf' });

describe('a paste', () => {
  it('of text has normalized line breaks and no control characters', () => {
    expect(readPaste(clipboard('a\r\nb\rc\u0000\u0007\td'))).toEqual({ name: 'text', text: 'a\nb\nc\td' });
  });

  it('of spreadsheet cells is their text, not their picture', () => {
    expect(readPaste(clipboard('May\t120', [picture]))).toEqual({ name: 'text', text: 'May\t120' });
  });

  it('of a screenshot or of files is the files', () => {
    expect(readPaste(clipboard('', [picture]))).toEqual({ name: 'files', files: [picture] });
    expect(readPaste(clipboard('Report May.pdf\nimage.png', [report, picture]))).toEqual({
      name: 'files',
      files: [report, picture],
    });
  });

  it('of more text than a message can have is rejected', () => {
    expect(readPaste(clipboard('x'.repeat(524_289)))).toEqual({ name: 'tooLong' });
  });

  it('of an empty clipboard gives nothing', () => {
    expect(readPaste(clipboard(''))).toEqual({ name: 'nothing' });
  });
});
