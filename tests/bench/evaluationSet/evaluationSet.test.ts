import { judgeByRules } from '#evaluate/judgeAnswer.ts';
import { checkPages, parseQuestions } from '#evaluate/questionFile.ts';
import { makeFiles } from './documents.ts';
import { semanticTexts, unanswerableQuestions } from './hiddenTexts.ts';
import { makeQuestions } from './questions.ts';
import { rules } from './words.ts';

const files = makeFiles();
const questions = makeQuestions(files);
const pagesOf = new Map(files.map(({ fileName, pages }) => [fileName, pages]));
const isKind = (...kinds: string[]) => questions.filter(({ kind }) => kinds.includes(kind));
const readEvidence = ({ evidence }: (typeof questions)[number]) =>
  evidence.map(({ file, page }) => pagesOf.get(file)?.[[page].flat()[0]! - 1] ?? '').join('\n');

describe('the evaluation set', () => {
  it('has twenty questions of each of ten kinds, and reports as long as real ones', () => {
    const counts = [...Map.groupBy(questions, ({ kind }) => kind)].map(([, of]) => of.length);
    expect(counts).toEqual(Array.from({ length: 10 }, () => 20));
    expect(new Set(questions.map(({ question }) => question)).size).toBe(200);
    expect(files.filter(({ pages }) => pages.length > 180)).toHaveLength(3);
  });

  it('is a question file that the command accepts', () => {
    const text = questions.map((question) => JSON.stringify(question)).join('\n');
    const parsed = parseQuestions(text, new Set(pagesOf.keys()));
    expect(() => checkPages(parsed, new Map(files.map((file) => [file.fileName, file.pages.length])))).not.toThrow();
  });

  it('is identical at every call', () => {
    expect(makeQuestions(makeFiles())).toEqual(questions);
  });

  it('contains each answer on the pages of its evidence', () => {
    const computed = new Set(isKind('project').filter((_, index) => index % 2 === 0));
    for (const question of questions.filter((each) => each.answer.length > 0 && !computed.has(each)))
      expect([question.question, judgeByRules(readEvidence(question), question.answer)]).toEqual([
        question.question,
        'right',
      ]);
  });

  it('contradicts itself: an earlier edition and the page that repeats it say something else', () => {
    for (const { policy, text, values } of rules) {
      const earlier = text.replace('{}', values[1]);
      for (const file of [`${policy} 2023.pdf`, 'Questions of New Staff.pdf'])
        expect(pagesOf.get(file)?.join('\n')).toContain(earlier);
      expect(pagesOf.get(`${policy} 2025.pdf`)?.join('\n')).not.toContain(earlier);
    }
  });

  it('asks semantic questions in other words than the text', () => {
    const listWords = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
    const common = new Set(['from', 'with', 'that', 'when', 'after', 'before', 'long', 'days', 'this', 'have', 'into']);
    for (const { text, question } of semanticTexts) {
      const words = new Set(listWords(text));
      expect([question, listWords(question).filter((word) => words.has(word) && !common.has(word))]).toEqual([
        question,
        [],
      ]);
    }
  });

  it('has no file that answers an unanswerable question about a name', () => {
    const all = files.flatMap(({ pages }) => pages).join('\n');
    for (const name of ['Cormorant', 'Albatross', 'Zephyrion', 'Ellerby', 'Reykjavik', 'fountain', 'aircraft'])
      expect([name, unanswerableQuestions.some((question) => question.includes(name)), all.includes(name)]).toEqual([
        name,
        true,
        false,
      ]);
  });
});
