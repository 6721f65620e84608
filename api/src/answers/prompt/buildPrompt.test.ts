import { Readable } from 'node:stream';
import { makeFileRow, makeReadableMessage, newId, ada } from '#tests/harness/storage/rows.ts';
import type { MessageFile } from '#contract/files/files.ts';
import type { Model } from '#contract/models.ts';
import type { Extraction } from '#contract/files/locations.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { ModelMessage } from '#api/models/models.ts';
import { countTokens } from '#api/tokens/countTokens.ts';
import type { AppContext } from '#api/context.ts';
import { buildPrompt } from './buildPrompt.ts';
import type { Passage } from './passages.ts';

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

function createFile(name: string, { pages, ...fields }: Partial<MessageFile> & { pages?: string[] } = {}): MessageFile {
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
    ...fields,
  };
}

const createModel = (tokens: number) => ({ context_window: tokens + 100, max_output_tokens: 100 }) as Model;
const model = createModel(100_000);
const temperature = 0.5;
const links = [{ number: 1 } as Citation];

describe('the messages of a prompt', () => {
  it('are the files as numbered passages, the conversation, and the question', async () => {
    const [budget, plan] = [
      createFile('Budget.pdf', { pages: ['Travel is 40.', 'Rent is 12.'] }),
      createFile('Plan.pdf', { pages: ['Hire two.'] }),
    ];
    const history = [
      makeReadableMessage(chatId, { content: 'How much is travel?', files: [budget] }),
      makeReadableMessage(chatId, { source: 'AVA', content: 'It is 40 [1], as in [2].', links }),
      makeReadableMessage(chatId, { content: 'And what of the list [1]?' }),
      makeReadableMessage(chatId, { source: 'AVA', content: 'list[1] is the second.' }),
      makeReadableMessage(chatId, { content: 'Hello?' }),
      makeReadableMessage(chatId, { source: 'AVA', content: ' ', state: { name: 'interrupted' } }),
    ];
    const question = { model, temperature, text: 'And rent?', files: [plan, budget] };
    const { messages, passages } = await buildPrompt(ctx, question, 'Be AVA', history);
    expect(messages.map(({ role, content }) => `${role}: ${String(content)}`)).toEqual([
      'system: Be AVA',
      expect.stringMatching(
        /^user: The files of this conversation:\n<passage n="1" source="Budget.pdf" place="page 1">Travel is 40\.<\/passage>/,
      ),
      'user: How much is travel?',
      'assistant: It is 40, as in.',
      'user: And what of the list [1]?',
      'assistant: list[1] is the second.',
      'user: Hello?',
      'assistant: (no answer)',
      'user: And rent?',
    ]);
    expect(passages.map(({ number, text }) => `${number} ${text}`)).toEqual([
      '1 Travel is 40.',
      '2 Rent is 12.',
      '3 Hire two.',
    ]);
  });

  it('contain no passages if no file has text', async () => {
    const question = { model, temperature, text: 'Hi', files: [createFile('Empty.pdf')] };
    const { messages, passages } = await buildPrompt(ctx, question, 'Be AVA', []);
    expect(messages).toEqual([
      { role: 'system', content: 'Be AVA' },
      { role: 'user', content: 'Hi' },
    ]);
    expect(passages).toEqual([]);
  });

  it('contain images in the message they were sent with', async () => {
    const history = [
      makeReadableMessage(chatId, {
        content: 'Look',
        files: [createFile('a.png', { fileType: 'PNG' }), createFile('b.gif', { fileType: 'GIF' })],
      }),
    ];
    const question = { model, temperature, text: 'And this?', files: [createFile('c.jpg', { fileType: 'JPG' })] };
    const { messages } = await buildPrompt(ctx, question, '', history);
    const data = Buffer.from('bytes').toString('base64');
    const image = (type: string) => ({ type: 'image_url', image_url: { url: `data:image/${type};base64,${data}` } });
    expect(messages.slice(1)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Look' }, image('png'), image('gif')] },
      { role: 'user', content: [{ type: 'text', text: 'And this?' }, image('jpeg')] },
    ]);
  });
});

it('the follow-up question of Ada begins with the same files and passages, so that a provider can cache them', async () => {
  const budget = createFile('Budget.pdf', { pages: ['Travel is 40.', 'Rent is 12.'] });
  const found = { number: 1, fileId: 'f', fileName: 'Site.pdf', fileType: 'PDF', text: 'Found.' } as Passage;
  const passage = { ...found, location: { kind: 'whole' as const }, link: null, lastModified: null, site: 's1' };
  const first = { model, temperature, text: 'How much is travel?', files: [budget] };
  const { messages: before } = await buildPrompt(ctx, first, 'Be AVA', [], { found: [passage] });
  const history = [
    makeReadableMessage(chatId, { content: 'How much is travel?', files: [budget] }),
    makeReadableMessage(chatId, { source: 'AVA', content: 'It is 40.' }),
  ];
  const plan = createFile('Plan.pdf', { pages: ['Hire two.'] });
  const second = { model, temperature, text: 'And rent?', files: [plan] };
  const { messages: after } = await buildPrompt(ctx, second, 'Be AVA', history, { found: [passage] });
  expect(after[0]).toEqual(before[0]);
  expect(String(after[1]?.content).startsWith(String(before[1]?.content))).toBe(true);
  expect(String(after.at(-2)?.content)).toBe(
    'What was found for the question:\n<passage n="4" source="Site.pdf" place="whole document">Found.</passage>',
  );
});

describe('the passages of a prompt', () => {
  const found = Array.from({ length: 12 }, (_, index): Passage => ({
    number: index + 1,
    fileId: `f${index}`,
    fileName: `File ${index}.pdf`,
    fileType: 'PDF',
    location: { kind: 'page', page: 1 },
    text: `Passage ${index} says that trains to Lyon leave at eight and hotels cost less in winter. `.repeat(5),
    link: null,
    lastModified: null,
    site: 's1',
  }));
  const attached = createFile('Plan.pdf', { pages: ['Hire two people in spring. '.repeat(20)] });
  const history = [makeReadableMessage(chatId, { content: 'What do trains cost? '.repeat(20) })];

  const build = (tokens: number, passages: Passage[] = found, files = [attached]) =>
    buildPrompt(ctx, { model: createModel(tokens), temperature, text: 'And hotels?', files }, 'Be AVA', history, {
      found: passages,
    });
  const measure = (messages: readonly ModelMessage[]) =>
    countTokens(messages.map(({ content }) => String(content)).join('\n'));

  it('are complete if they fit, and the last found passage is left out if they are one token too long', async () => {
    const complete = await build(100_000);
    const tokens = await measure(complete.messages);
    expect((await build(tokens)).passages).toEqual(complete.passages);
    const { passages } = await build(tokens - 1);
    expect(passages.map(({ fileName }) => fileName)).toEqual([
      'Plan.pdf',
      ...found.slice(0, -1).map(({ fileName }) => fileName),
    ]);
    expect(passages.map(({ number }) => number)).toEqual(passages.map((_, index) => index + 1));
  });

  it('come with the number of attached passages that are left out', async () => {
    const long = createFile('Long.pdf', {
      pages: Array.from({ length: 3 }, () => 'Hire two people in spring. '.repeat(20)),
    });
    const complete = await build(100_000, [], [long]);
    const { messages, passages } = await build((await measure(complete.messages)) - 1, [], [long]);
    expect(passages).toHaveLength(2);
    expect(messages[1]?.content).toMatch(
      /^The files of this conversation, without the last passage for lack of space:\n<passage n="1"/,
    );
  });

  it('never make the prompt larger than the context window', async () => {
    const minimum = await measure((await build(100_000, [], [])).messages);
    const maximum = await measure((await build(100_000)).messages);
    let longest = 0;
    for (let tokens = minimum; tokens < maximum; tokens += 50) {
      const { messages, passages } = await build(tokens);
      expect(await measure(messages)).toBeLessThanOrEqual(tokens);
      expect(passages.length).toBeGreaterThanOrEqual(longest);
      longest = passages.length;
    }
    expect(longest).toBeGreaterThan(10);
  });

  it('are left out before the prompt is refused', async () => {
    const minimum = await measure((await build(100_000, [], [])).messages);
    const { messages, passages } = await build(minimum);
    expect(passages).toEqual([]);
    expect(messages).toHaveLength(3);
    await expect(build(minimum - 1)).rejects.toMatchObject({ code: 'too_large' });
  });
});
