import {
  countContextBytes,
  toContextItem,
  classifyContextSize,
  mergeRemovedFiles,
  measureFiles,
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
  content: { kind: 'image', mime: 'image/png', base64: 'A'.repeat(1_048_576), width: 600, height: 400, tokens: 425 },
};
const reading: ChatFile = { ...facts, id: 'f3', state: 'reading', jobId: 'j', percent: 10 };

describe('the size of the files in a message', () => {
  it('counts the base64 of images, but no text, which the server has, and no file that is not ready', () => {
    expect(countContextBytes([pdf, photo, reading])).toBe(1_048_576);
    expect(countContextBytes([pdf])).toBe(0);
  });

  /** @proves limit:FILE_CONTEXT_MAX_BYTES */
  it('is logged from 90 percent of the limit on, and too large from 1,048,576 bytes on', () => {
    expect(classifyContextSize(943_718)).toBe('fits');
    expect(classifyContextSize(943_719)).toBe('nearly');
    expect(classifyContextSize(1_048_575)).toBe('nearly');
    expect(classifyContextSize(1_048_576)).toBe('tooLarge');
  });

  it('in tokens is counted separately for documents and images', () => {
    expect(measureFiles([pdf, photo, reading])).toEqual({ texts: [{ id: 's1', tokens: 40 }], images: 425 });
  });
});

describe('a file in a message', () => {
  it("contains the id of the server's text, or the bytes of an image", () => {
    expect(toContextItem(pdf)).toMatchObject({ scrapedFileId: 's1', fileName: 'Report.pdf', imageTokenCount: null });
    expect(toContextItem(pdf)).not.toHaveProperty('fileContent');
    expect(toContextItem(photo)).toMatchObject({ scrapedFileId: 'f2', fileType: 'PNG', imageTokenCount: 425 });
    expect(toContextItem(photo).fileContent).toHaveLength(1_048_576);
  });
});

describe('removed files', () => {
  it('keep their places among the others', () => {
    const merged = mergeRemovedFiles([{ id: 'b' }, { id: 'd' }], [{ position: 2 }, { position: 0 }]);
    expect(merged).toEqual([{ position: 0 }, { id: 'b' }, { position: 2 }, { id: 'd' }]);
  });
});
