import { closeRow, makeMessageRow, newId } from '#tests/harness/storage/rows.ts';
import type { MessageFile } from '#contract/files/files.ts';
import type { Model } from '#contract/models.ts';
import { SYSTEM_PROMPT_TOKENS } from '#contract/text/tokens.ts';
import { checkContextUsage } from './contextWindow.ts';

const createModel = (tokens: number, modalities = ['chat_completion', 'image_input']) =>
  ({ context_window: tokens + 100, max_output_tokens: 100, modalities }) as Model;
const pdf = { fileType: 'PDF', tokens: 50 } as MessageFile;
const image = { fileType: 'PNG', tokens: 255 } as MessageFile;

const question = {
  history: { messages: [closeRow(makeMessageRow(newId(), { content: 'one two three', files: [pdf] }))], tokens: 3 },
  text: 'four five',
  files: [image],
  settings: { customInstructions: 'six' },
  functionCalling: false,
};
/** Three words of history, two of the question, one of instructions, a document and an image. */
const tokens = SYSTEM_PROMPT_TOKENS + 3 + 2 + 1 + 50 + 255;

it('accepts what just fits into the context window and refuses more', async () => {
  const check = (size: number, functionCalling = false) =>
    checkContextUsage({ ...question, model: createModel(size), functionCalling });
  await expect(check(tokens)).resolves.toEqual({ tokens, lookedUp: [] });
  await expect(check(tokens - 1)).rejects.toMatchObject({ code: 'too_large' });
  await expect(check(tokens, true)).rejects.toMatchObject({ code: 'too_large' });
});

it('refuses images, also earlier ones, if the model does not support them', async () => {
  const model = createModel(1_000_000, ['chat_completion']);
  const history = { messages: [closeRow(makeMessageRow(newId(), { files: [image] }))], tokens: 1 };
  await expect(checkContextUsage({ ...question, model })).rejects.toMatchObject({ code: 'images_not_supported' });
  await expect(checkContextUsage({ ...question, history, files: [], model })).rejects.toMatchObject({
    code: 'images_not_supported',
  });
  await expect(checkContextUsage({ ...question, files: [], model })).resolves.toMatchObject({ lookedUp: [] });
});

it('does not count a document that is too long to be sent, because it is looked up', async () => {
  const report = { scrapedFileId: newId(), fileType: 'PDF', tokens: 2_000_000 } as MessageFile;
  const model = createModel(100_000);
  const checked = await checkContextUsage({ ...question, files: [report, image], model });
  expect(checked).toMatchObject({ lookedUp: [report.scrapedFileId] });
  expect(checked.tokens).toBe(tokens + 3_600);
  const history = { messages: [closeRow(makeMessageRow(newId(), { files: [report] }))], tokens: 90_000 };
  await expect(checkContextUsage({ ...question, history, model })).resolves.toMatchObject({
    lookedUp: [report.scrapedFileId],
  });
  const full = { ...history, tokens: 99_000 };
  await expect(checkContextUsage({ ...question, history: full, model })).rejects.toMatchObject({ code: 'too_large' });
});
