import type { Model } from '../../contract/models.ts';
import type { Models, Prompt } from '../models/models.ts';
import { askFollowUps, parseQuestions } from './followUps.ts';

it.each<[string, string, string[]]>([
  ['a list', '["Why?", "When?", "Who?"]', ['Why?', 'When?', 'Who?']],
  ['a list in a block of code', '```json\n["Why?"]\n```', ['Why?']],
  ['a list with words around', 'Here they are: ["Why?"] Enjoy!', ['Why?']],
  ['blanks around a question', '["  Why? "]', ['Why?']],
  ['more than three', '["a", "b", "c", "d"]', ['a', 'b', 'c']],
  ['no list', 'Why? When?', []],
  ['a list that breaks off', '["Why?", "Whe', []],
  ['brackets that are no list', 'as in [1] and [2]', []],
  ['a list of other things', '[1, 2]', []],
  ['an empty question', '["Why?", " "]', []],
  ['a question as long as an answer', `["${'so '.repeat(60)}"]`, []],
  ['nothing', '', []],
])('reads %s', (_, text, questions) => {
  expect(parseQuestions(text)).toEqual(questions);
});

describe('asks the model', () => {
  const asked: Prompt[] = [];
  const models: Pick<Models, 'complete'> = {
    complete: async (prompt) => {
      asked.push(prompt);
      return '["Why?"]';
    },
  };
  const ask = (question: string, answer: string) =>
    askFollowUps(
      models,
      {
        model: {} as Model,
        temperature: 0.5,
        messages: [
          { role: 'system', content: 'Be AVA' },
          { role: 'user', content: question },
        ],
      },
      answer,
      new AbortController().signal,
    );
  beforeEach(() => asked.splice(0));

  it('about the last question and its answer, no more of them than needed', async () => {
    expect(await ask(`${'x'.repeat(9_000)} How much is left?`, 'y'.repeat(9_000))).toEqual(['Why?']);
    const contents = asked[0]?.messages.map(({ content }) => String(content)) ?? [];
    expect(contents.join('')).not.toContain('Be AVA');
    expect(contents[1]?.endsWith('How much is left?')).toBe(true);
    expect(Math.max(...contents.map(({ length }) => length))).toBe(4_000);
  });

  it('about nothing when nothing was answered', async () => {
    expect(await ask('Hello?', ' \n')).toEqual([]);
    expect(asked).toEqual([]);
  });
});
