import { createFakePersonModels } from '#tests/harness/fakes/personModels.ts';
import type { Model } from '#contract/models.ts';
import { countTokens } from '#api/tokens/countTokens.ts';
import type { Prompt } from '#api/models/models.ts';
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
    expect([contents[1]?.length, contents[2]?.length]).toEqual([240, 600]);
  });

  it('sends the beginnings of passages, cited ones first, with the numbers that the answer shows', async () => {
    const passages = Array.from('abcde', (letter, index) => makePassage(index + 1, `${letter} is it. `.repeat(400)));
    await suggest('How much is left?', 'Nothing [1]. Or much [2].', passages, [4, 2]);
    const request = String(prompts[0]?.messages.at(-1)?.content);
    expect(request.match(/<passage n="\d"[^>]*>\w is it/g)?.map((tag) => tag.replace(/ source.*>/, ' '))).toEqual([
      '<passage n="1" d is it',
      '<passage n="2" b is it',
      '<passage n="3" a is it',
    ]);
    expect(request).toMatch(/ is it\.<\/passage>\n\nSuggest the questions\.$/);
  });

  it('sends passages of other files before more of the files that the answer cites', async () => {
    const passages = [1, 2, 3].map((number) => ({ ...makePassage(number, `${number} is it.`), fileId: `f${number}` }));
    const [first, second, third] = passages;
    await suggest('How much is left?', 'Nothing [1].', [first!, { ...second!, fileId: 'f1' }, third!], [1]);
    expect(String(prompts[0]?.messages.at(-1)?.content)).toMatch(/>1 is it.*>3 is it.*>2 is it/s);
  });

  it('does not number a passage like an earlier one that the person can no longer read', async () => {
    await suggest('How much is left?', 'Nothing [1]. Or much [2].', [makePassage(1, 'It is much.')], [-1, 1]);
    expect(String(prompts[0]?.messages.at(-1)?.content)).toContain('<passage n="2"');
  });

  it('asks for at most 600 tokens, however long the passages of a search are', async () => {
    const words = 'The annual report says that revenue grew by eleven percent to 412 million euros. ';
    const passages = Array.from({ length: 40 }, (_, index) => makePassage(index + 1, words.repeat(15)));
    await suggest(`Which revenue is reported? ${words}`, `${words}[1] `.repeat(10), passages, [7, 3, 12, 30]);
    const text = prompts[0]?.messages.map(({ content }) => String(content)).join('\n') ?? '';
    expect(await countTokens(text)).toBeLessThan(600);
  });

  it('sends nothing for an empty answer', async () => {
    expect(await suggest('Hello?', ' \n')).toEqual([]);
    expect(prompts).toEqual([]);
  });
});
