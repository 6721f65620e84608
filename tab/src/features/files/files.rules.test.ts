import { acceptLists } from '../../../../api/contract/fileTypes.ts';
import {
  countContextBytes,
  toContextItem,
  classifyContextSize,
  truncateMiddle,
  getRejectionReason,
  countFileTokens,
} from './files.rules.ts';
import type { ChatFile, ReadyFile } from './files.state.ts';

const facts = { id: 'f1', name: 'Report.pdf', fileType: 'PDF', size: 10, date: '2026-05-04T00:00:00.000Z' } as const;
const pdf: ReadyFile = {
  ...facts,
  state: 'ready',
  content: { kind: 'text', fileId: 's1', tokens: 40, bytes: 1_000_000 },
};
const photo: ReadyFile = {
  ...facts,
  id: 'f2',
  name: 'photo.png',
  fileType: 'PNG',
  state: 'ready',
  content: { kind: 'image', mime: 'image/png', base64: 'A'.repeat(48_576), width: 600, height: 400, tokens: 425 },
};
const reading: ChatFile = { ...facts, id: 'f3', state: 'reading', jobId: 'j', percent: 10 };

describe('Chat', () => {
  it('accepts documents that the server reads, and images', () => {
    expect(getRejectionReason({ name: 'a.pdf', type: 'application/pdf', size: 1 }, 'picker')).toBeNull();
    expect(getRejectionReason({ name: 'notes.md', type: '', size: 1 }, 'picker')).toBeNull();
    expect(getRejectionReason({ name: 'photo.jpeg', type: 'image/jpeg', size: 1 }, 'paste')).toBeNull();
  });

  it('rejects types that AVA cannot read, and names the file', () => {
    expect(getRejectionReason({ name: 'setup.exe', type: '', size: 1 }, 'picker')).toBe(
      "setup.exe can't be attached. AVA can't read this file type.",
    );
  });

  it('rejects dropped files of types that can only be picked', () => {
    expect(getRejectionReason({ name: 'main.py', type: '', size: 1 }, 'drop')).toBe(
      'main.py cannot be dropped here. Chat accepts PDF, DOCX, TXT, JPG, PNG, GIF.',
    );
  });

  it('accepts files of up to 70 MB, and not a byte more', () => {
    expect(getRejectionReason({ name: 'a.pdf', type: '', size: 73_400_320 }, 'picker')).toBeNull();
    expect(getRejectionReason({ name: 'a.pdf', type: '', size: 73_400_321 }, 'picker')).toBe(
      'a.pdf is larger than 70 MB. Please choose a smaller file.',
    );
  });

  it('lists the accepted types in the file picker', () => {
    const listed = acceptLists.chatPicker.split(',');
    expect(listed).toEqual(expect.arrayContaining(['.pdf', '.docx', '.txt', '.png', '.gif']));
    expect(listed).not.toContain('.exe');
    expect(listed).not.toContain('.zip');
  });
});

describe('the size of the files in a message', () => {
  it('counts the text of documents and the base64 of images, and ignores files that are not ready', () => {
    expect(countContextBytes([pdf, photo, reading])).toBe(1_048_576);
  });

  it('is logged from 90 percent of the limit on, and too large from 1,048,576 bytes on', () => {
    expect(classifyContextSize(943_718)).toBe('fits');
    expect(classifyContextSize(943_719)).toBe('nearly');
    expect(classifyContextSize(1_048_575)).toBe('nearly');
    expect(classifyContextSize(1_048_576)).toBe('tooLarge');
  });

  it('in tokens is counted separately for documents and images', () => {
    expect(countFileTokens([pdf, photo, reading])).toEqual({ files: 40, images: 425 });
  });
});

describe('a file in a message', () => {
  it("contains the id of the server's text, or the bytes of an image", () => {
    expect(toContextItem(pdf)).toMatchObject({ scrapedFileId: 's1', fileName: 'Report.pdf', imageTokenCount: null });
    expect(toContextItem(pdf)).not.toHaveProperty('fileContent');
    expect(toContextItem(photo)).toMatchObject({ scrapedFileId: 'f2', fileType: 'PNG', imageTokenCount: 425 });
    expect(toContextItem(photo).fileContent).toHaveLength(48_576);
  });
});

describe('a long name', () => {
  it('is shortened in the middle to 25 characters without splitting a character', () => {
    expect(truncateMiddle('Board minutes May.pdf')).toBe('Board minutes May.pdf');
    const cut = truncateMiddle('Board minutes of the extraordinary meeting.pdf');
    expect(cut).toBe('Board minute… meeting.pdf');
    expect(cut).toHaveLength(25);
    expect(Array.from(truncateMiddle('📊'.repeat(30)))).toHaveLength(25);
  });
});
