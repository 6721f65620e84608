import { createFakePersonModels } from '../../../tests/harness/fakes/personModels.ts';
import type { Model } from '../../contract/models.ts';
import type { Prompt } from '../models/models.ts';
import type { Passage } from './prompt/passages.ts';
import { parseQuestions, suggestFollowUps } from './followUps.ts';

it.each<[string, string, string[]]>([
  ['a list', '["Why?", "When?", "Who?"]', ['Why?', 'When?', 'Who?']],
  ['a list in a code block', '```json\n["Why?"]\n```', ['Why?']],
  ['a list with text around it', 'Here they are: ["Why?"] Enjoy!', ['Why?']],
  ['spaces around a question', '["  Why? "]', ['Why?']],
  ['more than three', '["a", "b", "c", "d"]', ['a', 'b', 'c']],
  ['no list', 'Why? When?', []],
  ['an incomplete list', '["Why?", "Whe', []],
  ['citations', 'as in [1] and [2]', []],
  ['a list of numbers', '[1, 2]', []],
  ['an empty question', '["Why?", " "]', []],
  ['a question that is too long', `["${'so '.repeat(60)}"]`, []],
  ['an empty answer', '', []],
])('parses %s', (_, text, questions) => {
  expect(parseQuestions(text)).toEqual(questions);
});

const makePassage = (number: number, text: string): Passage => ({
  number,
  fileId: '',
  fileName: 'Plan.pdf',
  fileType: 'PDF',
  location: { kind: 'whole' },
  text,
  link: null,
  lastModified: null,
  site: null,
});

describe('asking the model', () => {
  const prompts: Prompt[] = [];
  const models = createFakePersonModels({
    complete: async (prompt) => {
      prompts.push(prompt);
      return { text: '["Why?"]', usage: null };
    },
  });
  const suggest = (question: string, answer: string, passages: Passage[] = [], cited: number[] = []) =>
    suggestFollowUps(
      models,
      {
        model: {} as Model,
        temperature: 0.5,
        messages: [
          { role: 'system', content: 'Be AVA' },
          { role: 'user', content: question },
        ],
        passages,
      },
      answer,
      cited,
      new AbortController().signal,
    );
  beforeEach(() => prompts.splice(0));

  it('sends the end of the last question and the start of its answer', async () => {
    expect(await suggest(`${'x'.repeat(9_000)} How much is left?`, 'y'.repeat(9_000))).toEqual(['Why?']);
    const contents = prompts[0]?.messages.map(({ content }) => String(content)) ?? [];
    expect(contents.join('')).not.toContain('Be AVA');
    expect(contents[1]?.endsWith('How much is left?')).toBe(true);
    expect(Math.max(...contents.map(({ length }) => length))).toBe(4_000);
  });

  it('sends the passages of the files that fit, cited ones first', async () => {
    const passages = ['a', 'b', 'c'].map((letter, index) => makePassage(index + 1, letter.repeat(3_900)));
    await suggest('How much is left?', 'Nothing. [1]', passages, [3]);
    const request = String(prompts[0]?.messages.at(-1)?.content);
    expect(request).toMatch(/<passage n="3".*<passage n="1"/s);
    expect(request).not.toContain('n="2"');
    expect(request.endsWith('Suggest the questions.')).toBe(true);
  });

  it('sends nothing for an empty answer', async () => {
    expect(await suggest('Hello?', ' \n')).toEqual([]);
    expect(prompts).toEqual([]);
  });
});
