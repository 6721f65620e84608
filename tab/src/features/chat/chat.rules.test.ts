import type { Model } from '#contract/models.ts';
import { FILE_CONTEXT_MAX_BYTES } from '#contract/limits.ts';
import { isAnswering, canRetry } from './chat.rules.ts';
import { canSend, type SendSituation } from './exchange/sending.rules.ts';
import { createAnswerEntry, createPersonEntry } from './exchange/newEntries.ts';

const seeing: Pick<Model, 'modalities'> = { modalities: ['chat_completion', 'image_input'] };
const blind: Pick<Model, 'modalities'> = { modalities: ['chat_completion'] };

const ready: SendSituation = {
  text: 'Summarise the travel policy',
  mentions: [],
  groups: ['Finance', 'Finance Board'],
  files: [],
  responding: false,
  memoryPercent: 12,
  model: seeing,
  imagesInHistory: false,
  mode: 'chat',
  hasSites: false,
};

const pdf = { state: 'ready', isImage: false } as const;
const picture = { state: 'ready', isImage: true } as const;

describe('canSend', () => {
  const cases: [string, Partial<SendSituation>, string | null][] = [
    ['a question', {}, null],
    ['a question with a file that is ready', { files: [pdf] }, null],
    ['a question to a group', { text: '[Finance] what is new?', mentions: ['Finance'] }, null],
    ['a full memory, exactly', { memoryPercent: 100 }, null],
    ['a picture for a model that sees', { files: [picture] }, null],
    ['a picture when the model is not known yet', { files: [picture], model: null }, null],
    ['a file that failed beside a question', { files: [{ state: 'failed', isImage: false }] }, null],
    ['a search with a site', { mode: 'ks', hasSites: true }, null],
    ['nothing', { text: '' }, 'Write a message to send it.'],
    ['blanks', { text: ' \n\t ' }, 'Write a message to send it.'],
    ['a lone mention', { text: '[Finance]', mentions: ['Finance'] }, 'Add a question after the mention.'],
    ['a lone mention as it is typed', { text: '@finance board ' }, 'Add a question after the mention.'],
    ['an answer under way', { responding: true }, 'Wait until the answer is finished, or stop it.'],
    ['a file being uploaded', { files: [{ state: 'uploading', isImage: false }] }, 'Your files are still being read.'],
    ['a file being read', { files: [pdf, { state: 'reading', isImage: false }] }, 'Your files are still being read.'],
    ['a search without a site', { mode: 'ks' }, 'Select a site above to search with AVA.'],
    [
      'more than the memory holds',
      { memoryPercent: 100.1 },
      "This is more than AVA's memory can hold. Shorten the message, remove files or start a new chat.",
    ],
    [
      'files with a mention',
      { text: '[Finance] what is new?', mentions: ['Finance'], files: [pdf] },
      'Files cannot be used with @ mentions.',
    ],
    [
      'a picture for a model that does not see',
      { files: [picture], model: blind },
      'The selected model does not support images. Please remove any images or select a different model.',
    ],
    [
      'a picture earlier in the chat for a model that does not see',
      { imagesInHistory: true, model: blind },
      'The selected model does not support images. Please remove any images or select a different model.',
    ],
    [
      'a file context of a megabyte',
      { files: [pdf], fileContextBytes: FILE_CONTEXT_MAX_BYTES },
      'Uh oh! The content of your file(s) is too large to send. Please try a smaller file.',
    ],
  ];

  it.each(cases)('%s', (_, changes, reason) => {
    expect(canSend({ ...ready, ...changes })).toEqual(reason === null ? { name: 'yes' } : { name: 'no', reason });
  });
});

describe('an answer', () => {
  it('is streaming until it settles or fails', () => {
    const answer = createAnswerEntry('AVA is thinking...');
    expect(isAnswering([createPersonEntry('a', 'Hello', []), answer])).toBe(true);
    expect(isAnswering([{ ...answer, state: { name: 'stopped' } }])).toBe(false);
    expect(isAnswering([{ ...answer, failure: 'Sorry' }])).toBe(false);
    expect(isAnswering([])).toBe(false);
  });

  it('can be retried after a failure or interruption, not after a stop', () => {
    const answer = createAnswerEntry('');
    expect(canRetry({ ...answer, failure: 'Sorry' })).toBe(true);
    expect(canRetry({ ...answer, state: { name: 'interrupted' } })).toBe(true);
    expect(canRetry({ ...answer, state: { name: 'stopped' } })).toBe(false);
    expect(canRetry(createPersonEntry('a', 'Hello', []))).toBe(false);
  });
});
