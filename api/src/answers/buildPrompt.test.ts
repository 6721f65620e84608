import { Readable } from 'node:stream';
import { makeFileRow, makeMessageRow, newId, ada } from '../../../tests/harness/storage/rows.ts';
import type { MessageFile } from '../../contract/files.ts';
import { Model } from '../../contract/models.ts';
import type { Extraction } from '../../contract/locations.ts';
import type { Citation } from '../../contract/runs.ts';
import { SYSTEM_PROMPT_TOKENS } from '../../contract/tokens.ts';
import type { AppContext } from '../context.ts';
import { checkMemory, readConversation } from './buildPrompt.ts';

const chatId = newId();
const texts = new Map<string, { extraction: Extraction; tokens: number }>();
const ctx = {
  store: {
    files: {
      findTexts: async (ids: string[]) => new Map([...texts].filter(([id]) => ids.includes(id))),
      find: async (id: string) => makeFileRow(ada, { id }),
    },
  },
  blobs: { open: async () => Readable.from([Buffer.from('bytes')]) },
} as unknown as AppContext;

function file(name: string, given: Partial<MessageFile> & { pages?: string[] } = {}): MessageFile {
  const { pages, ...rest } = given;
  const scrapedFileId = newId();
  const parts = (pages ?? []).map((text, index) => ({ location: { kind: 'page' as const, page: index + 1 }, text }));
  if (pages)
    texts.set(scrapedFileId, { extraction: { type: 'PDF', parts, pages: pages.length, usedOcr: false }, tokens: 10 });
  return {
    scrapedFileId,
    fileName: name,
    fileType: 'PDF',
    fileSize: 1,
    imageTokenCount: null,
    fileDate: null,
    fileResource: null,
    tokens: 10,
    ...rest,
  };
}

const links = [{ number: 1 } as Citation];

describe('what a model reads', () => {
  it('is what was said, then the files as numbered passages, then the question', async () => {
    const [budget, plan] = [
      file('Budget.pdf', { pages: ['Travel is 40.', 'Rent is 12.'] }),
      file('Plan.pdf', { pages: ['Hire two.'] }),
    ];
    const history = [
      makeMessageRow(chatId, { content: 'How much is travel?', files: [budget] }),
      makeMessageRow(chatId, { source: 'AVA', content: 'It is 40 [1], as in [2].', links }),
      makeMessageRow(chatId, { content: 'And what of the list [1]?' }),
      makeMessageRow(chatId, { source: 'AVA', content: 'list[1] is the second.' }),
      makeMessageRow(chatId, { content: 'Hello?' }),
      makeMessageRow(chatId, { source: 'AVA', content: ' ', state: { name: 'interrupted' } }),
    ];
    const { messages, passages } = await readConversation(
      ctx,
      history,
      { text: 'And rent?', files: [plan, budget] },
      'Be AVA',
    );
    expect(messages.map(({ role, content }) => `${role}: ${String(content)}`)).toEqual([
      'system: Be AVA',
      'user: How much is travel?',
      'assistant: It is 40, as in.',
      'user: And what of the list [1]?',
      'assistant: list[1] is the second.',
      'user: Hello?',
      expect.stringMatching(
        /^user: The files of this conversation:\n<passage n="1" source="Budget.pdf" place="page 1">Travel is 40\.<\/passage>/,
      ),
      'user: And rent?',
    ]);
    expect(passages.map(({ number, text }) => `${number} ${text}`)).toEqual([
      '1 Travel is 40.',
      '2 Rent is 12.',
      '3 Hire two.',
    ]);
  });

  it('names no files where there are none, or none with text', async () => {
    const { messages, passages } = await readConversation(
      ctx,
      [],
      { text: 'Hi', files: [file('Empty.pdf')] },
      'Be AVA',
    );
    expect(messages).toEqual([
      { role: 'system', content: 'Be AVA' },
      { role: 'user', content: 'Hi' },
    ]);
    expect(passages).toEqual([]);
  });

  it('has images where they were sent, in their own form', async () => {
    const history = [
      makeMessageRow(chatId, {
        content: 'Look',
        files: [file('a.png', { fileType: 'PNG' }), file('b.gif', { fileType: 'GIF' })],
      }),
    ];
    const { messages } = await readConversation(
      ctx,
      history,
      { text: 'And this?', files: [file('c.jpg', { fileType: 'JPG' })] },
      '',
    );
    const data = Buffer.from('bytes').toString('base64');
    const image = (type: string) => ({ type: 'image_url', image_url: { url: `data:image/${type};base64,${data}` } });
    expect(messages.slice(1)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Look' }, image('png'), image('gif')] },
      { role: 'user', content: [{ type: 'text', text: 'And this?' }, image('jpeg')] },
    ]);
  });
});

describe('memory', () => {
  const model = (room: number, modalities: string[] = ['chat_completion', 'image_input']) =>
    Model.parse({
      model_alias: 'm',
      model_name: 'm',
      deployment_name: 'm',
      label: 'm',
      description: '',
      short_description: '',
      modalities,
      context_window: room + 100,
      max_output_tokens: 100,
      model_context_window: room,
      model_max_tokens: 100,
      temperature: 0.5,
      top_p: 0.9,
      data_cutoff_datestring: '',
    });
  const messages = [makeMessageRow(chatId, { content: 'one two three', files: [file('a.pdf', { tokens: 50 })] })];
  const history = { messages, tokens: 3 };
  const draft = { text: 'four five', files: [file('b.png', { fileType: 'PNG', tokens: 255 })] };
  /** Three words said, two asked, one wanted in every answer; a file and an image. */
  const tokens = SYSTEM_PROMPT_TOKENS + 3 + 2 + 1 + 50 + 255;

  it('holds what just fits, and refuses what does not', async () => {
    await expect(checkMemory(history, draft, model(tokens), 'six', false)).resolves.toBe(tokens);
    await expect(checkMemory(history, draft, model(tokens - 1), 'six', false)).rejects.toMatchObject({
      code: 'too_large',
    });
    await expect(checkMemory(history, draft, model(tokens), 'six', true)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('is not asked of a model that cannot see the images of the conversation', async () => {
    const blind = model(1_000_000, ['chat_completion']);
    await expect(checkMemory(history, draft, blind, '', false)).rejects.toMatchObject({ code: 'images_not_supported' });
    await expect(
      checkMemory(
        { messages: [makeMessageRow(chatId, { files: draft.files })], tokens: 1 },
        { text: 'Hi', files: [] },
        blind,
        '',
        false,
      ),
    ).rejects.toMatchObject({
      code: 'images_not_supported',
    });
    await expect(checkMemory(history, { ...draft, files: [] }, blind, '', false)).resolves.toBeGreaterThan(0);
  });
});
