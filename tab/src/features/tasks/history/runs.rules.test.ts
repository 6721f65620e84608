import type { StepInputs } from '#contract/tasks/taskEvents.ts';
import type { TaskRun } from '#contract/tasks/taskRuns.ts';
import { findChangedWords } from './changedWords.ts';
import { chooseRuns, compareRuns } from './runs.rules.ts';

const inputs: StepInputs = {
  prompt: 'hash of the prompt',
  superPrompt: null,
  task: '',
  files: '',
  previous: null,
  previousOutput: null,
  model: 'quick',
  temperature: 0.5,
  concise: false,
};

function makeStep(stepId: string, run_id: string, content: string, changes: Partial<StepInputs> = {}) {
  return {
    stepId,
    stepTitle: stepId,
    prompt: 'Summarize this.',
    files: [],
    sites: [],
    previousTitle: null,
    output: {
      run_id,
      state: { name: 'complete' as const, finish: 'stop' as const },
      content,
      links: [],
      inputs: { ...inputs, ...changes },
      startedAt: 0,
      endedAt: 1,
    },
  };
}

const makeRun = (run_id: string, steps: TaskRun['steps']): TaskRun => ({
  run_id,
  mode: 'all',
  state: 'complete',
  startedAt: 0,
  endedAt: 1,
  model: 'quick',
  temperature: 0.5,
  concise: false,
  steps,
});

it('compares the steps of two runs: what each read, and whether the outputs are the same', () => {
  const runs = [
    makeRun('one', [
      makeStep('Tea', 'one', 'At four'),
      makeStep('Cake', 'one', 'At five', { previous: 'Tea', previousOutput: 'one' }),
      makeStep('Bread', 'one', 'At six'),
    ]),
    makeRun('two', [
      makeStep('Tea', 'two', 'At four', { model: 'best', concise: true }),
      makeStep('Cake', 'two', 'At six', { previous: 'Tea', previousOutput: 'two' }),
    ]),
  ];
  expect(compareRuns(runs)).toMatchObject([
    { title: 'Tea', changes: ['model', 'concise'], isOutputSame: true },
    { title: 'Cake', changes: [], isOutputSame: false },
    { title: 'Bread', changes: null, isOutputSame: false, sides: [{ output: { content: 'At six' } }, null] },
  ]);
});

it('counts an included output as changed only if its text did', () => {
  const run = (id: string, text: string) =>
    makeRun(id, [makeStep('Tea', id, text), makeStep('Cake', id, '', { previous: 'Tea', previousOutput: id })]);
  expect(compareRuns([run('one', 'At four'), run('two', 'At five')])[1]?.changes).toEqual(['previousOutput']);
});

it('offers the two latest runs to compare', () => {
  const ids = ['three', 'two', 'one'].map((run_id) => ({ run_id }));
  expect(chooseRuns(ids)).toEqual(['three', 'two']);
  expect(chooseRuns(ids.slice(2))).toEqual([]);
});

describe('changed words', () => {
  const getChanged = (earlier: string, later: string) => {
    const found = findChangedWords(earlier, later);
    const list = (parts: { text: string; isChanged: boolean }[] = []) =>
      parts.filter(({ isChanged }) => isChanged).map(({ text }) => text.trim());
    return [list(found?.earlier), list(found?.later)];
  };

  it('are those that the other text lacks, with or without blanks between words', () => {
    expect(getChanged('Tea is at four.', 'Tea is at five today.')).toEqual([['four'], ['five today']]);
    expect(getChanged('会議は月曜日です。', '会議は火曜日です。')).toEqual([['月曜日'], ['火曜日']]);
  });

  it('keep both texts complete', () => {
    const [earlier, later] = ['One  two\n\nthree', 'One two\nfour'];
    const found = findChangedWords(earlier, later);
    const join = (parts: { text: string }[] = []) => parts.map(({ text }) => text).join('');
    expect([join(found?.earlier), join(found?.later)]).toEqual([earlier, later]);
  });

  it('are not searched in equal texts, long texts, and texts that share nothing', () => {
    const makeText = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ');
    expect(findChangedWords('Tea', 'Tea')).toBeNull();
    expect(findChangedWords('Tea '.repeat(20_000), 'Cake')).toBeNull();
    expect(findChangedWords(makeText('tea'), makeText('cake'))).toBeNull();
  });
});
