import type { StepOutput } from './taskEvents.ts';
import {
  applyOrder,
  canUseSuperPrompt,
  clearBrokenReferences,
  describeInputs,
  getTokenUsage,
  listChangedInputs,
  listEarlierSteps,
  listFreshness,
  listPreviousSteps,
  needsNewSuperPrompt,
  stepTitleOf,
  type RuleStep,
} from './taskRules.ts';
import { isDefaultTaskTitle, isTitleTaken, makeNewTaskTitle, makeTaskCopyTitle } from './taskTitles.ts';
import { hashText, linkTypedMentions, toPromptText, toRichText } from './taskText.ts';

const task = { taskDescription: '', taskDocuments: [] };
const settings = { model: 'm', temperature: 0.5, concise: false };
const mention = JSON.stringify([{ type: 'paragraph', children: [{ type: 'mention', name: 'Finance', children: [] }] }]);

function makeStep(stepId: string, previous: string | null = null, changes: Partial<RuleStep> = {}): RuleStep {
  return {
    stepId,
    stepTitle: '',
    enableSuperPrompt: false,
    stepData: [],
    stepInput: { userPrompt: toRichText(`Do ${stepId}`), superPrompt: '', previousUserPrompt: '' },
    usePreviousStepOutput: previous === null ? [] : previous.split(' '),
    stepOutput: null,
    ...changes,
  };
}

/** Gives each step a complete output that is made from its present inputs. */
function run(steps: readonly RuleStep[]): RuleStep[] {
  const done = [...steps];
  for (const [index, step] of steps.entries()) {
    const stepOutput: StepOutput = {
      run_id: `run of ${step.stepId}`,
      state: { name: 'complete', finish: 'stop' },
      content: 'Done.',
      links: [],
      inputs: describeInputs(task, done, index, settings),
      startedAt: 1,
      endedAt: 2,
    };
    done[index] = { ...step, stepOutput };
  }
  return done;
}

describe('freshness', () => {
  const steps = run([makeStep('a'), makeStep('b', 'a'), makeStep('c'), makeStep('d', 'b')]);
  const withStep = (index: number, changes: Partial<RuleStep>) =>
    steps.map((step, position) => (position === index ? { ...step, ...changes } : step));

  it('is lost by a changed step and by those that build on it, and by no others', () => {
    expect(listFreshness(task, steps, settings)).toEqual(['fresh', 'fresh', 'fresh', 'fresh']);
    const edited = withStep(1, { stepInput: { userPrompt: toRichText('Do it differently') } });
    expect(listFreshness(task, edited, settings)).toEqual(['fresh', 'stale', 'fresh', 'stale']);
    const withFile = withStep(0, { stepData: [{ dataId: 'file' }] });
    expect(listFreshness(task, withFile, settings)).toEqual(['stale', 'stale', 'fresh', 'stale']);
  });

  it('is lost by all steps if the settings, the description or the files of the task change', () => {
    const all = ['stale', 'stale', 'stale', 'stale'];
    expect(listFreshness(task, steps, { ...settings, concise: true })).toEqual(all);
    expect(listFreshness({ ...task, taskDescription: 'New' }, steps, settings)).toEqual(all);
    expect(listFreshness({ ...task, taskDocuments: [{ dataId: 'file' }] }, steps, settings)).toEqual(all);
  });

  it('does not depend on titles; an unfinished output counts as none', () => {
    expect(listFreshness(task, withStep(0, { stepTitle: 'First' }), settings)[0]).toBe('fresh');
    const stopped = withStep(2, {
      stepOutput: { ...(steps[2]?.stepOutput as StepOutput), state: { name: 'stopped' } },
    });
    expect(listFreshness(task, stopped, settings)[2]).toBe('none');
  });

  it('says what changed', () => {
    const before = describeInputs(task, steps, 1, settings);
    const now = describeInputs(task, withStep(0, { stepOutput: null }), 1, { ...settings, model: 'n' });
    if (!before || !now) throw new Error('no inputs');
    expect(listChangedInputs(before, now)).toEqual(['previousOutput', 'model']);
  });

  it('builds a step on all outputs that it includes', () => {
    const sums = run([makeStep('a'), makeStep('b'), makeStep('c', 'a b')]);
    const [a, b, c] = sums as [RuleStep, RuleStep, RuleStep];
    expect(c.stepOutput?.inputs).toMatchObject({ previous: 'a,b', previousOutput: 'run of a,run of b' });
    const other = { ...b, stepInput: { userPrompt: 'Do it again' } };
    expect(listFreshness(task, [a, other, c], settings)).toEqual(['fresh', 'stale', 'stale']);
  });

  it('changes with the instructions, the actions, and goal and format of a step', () => {
    const [step] = run([makeStep('a')]) as [RuleStep];
    for (const field of ['stepInstructions', 'stepActions', 'stepGoalAndFormat']) {
      const withText = { ...step, stepInput: { ...step.stepInput, [field]: 'In one table' } };
      expect(listFreshness(task, [withText], settings)).toEqual(['stale']);
      const withBlanks = { ...step, stepInput: { ...step.stepInput, [field]: ' ' } };
      expect(listFreshness(task, [withBlanks], settings)).toEqual(['fresh']);
    }
  });

  it('ignores files of a step that mentions a site', () => {
    const searching = run([makeStep('a', null, { stepInput: { userPrompt: mention } })]);
    const withFile = searching.map((step) => ({ ...step, stepData: [{ dataId: 'file' }] }));
    expect(listFreshness(task, withFile, settings)).toEqual(['fresh']);
  });
});

describe('references to earlier steps', () => {
  it('are found only if the step is earlier, so they never form a loop', () => {
    const previous = ['b', 'a', 'b gone a', 'd', null];
    const steps = previous.map((ids, index) => makeStep('abcde'.charAt(index), ids));
    const found = steps.map((_, index) => listPreviousSteps(steps, index));
    expect(found.map(({ isBroken }) => isBroken)).toEqual([true, false, true, true, false]);
    expect(found.map((list) => list.previous.map(({ index }) => index))).toEqual([[], [0], [0, 1], [], []]);
  });

  it('are cleared if the step was deleted', () => {
    expect(clearBrokenReferences([makeStep('b', 'a'), makeStep('c', 'b'), makeStep('d', 'a b')])).toMatchObject([
      { stepId: 'b', usePreviousStepOutput: [] },
      { stepId: 'd', usePreviousStepOutput: ['b'] },
    ]);
  });

  it('are offered with titles, for the steps before', () => {
    const steps = [makeStep('a', null, { stepTitle: 'Read' }), makeStep('b'), makeStep('c')];
    expect(listEarlierSteps(steps, 0)).toEqual([]);
    expect(listEarlierSteps(steps, 2)).toEqual([
      { stepId: 'a', title: 'Read' },
      { stepId: 'b', title: 'Step 2' },
    ]);
    expect(stepTitleOf({ stepTitle: ' ' }, 4)).toBe('Step 5');
  });
});

it('an order keeps steps that it does not name, and ignores unknown ones', () => {
  expect(applyOrder(['a', 'b', 'c'], ['c', 'x', 'a', 'b', 'a'])).toEqual(['c', 'a', 'b']);
  expect(applyOrder(['a', 'new', 'b'], ['b', 'a'])).toEqual(['b', 'a', 'new']);
});

describe('a name that was typed after an @', () => {
  const names = ['Finance', 'Finance Board', 'Travel-Desk'];
  const link = (text: string) => toPromptText(linkTypedMentions(text, names));

  it('is a mention if it is the whole name of a site, in any case, after a blank or at the start', () => {
    expect(link('@finance what about advances?')).toEqual({
      text: '[Finance] what about advances?',
      mentions: ['Finance'],
    });
    expect(link(toRichText('Ask\n@Finance Board, and @Travel-Desk'))).toEqual({
      text: 'Ask\n[Finance Board], and [Travel-Desk]',
      mentions: ['Finance Board', 'Travel-Desk'],
    });
  });

  it('is text otherwise, and the prompt stays as it was', () => {
    for (const text of ['write to ada@Finance', '@Financed', '@Sales', 'no sign', toRichText('@ Finance')])
      expect(linkTypedMentions(text, names)).toBe(text);
    expect(linkTypedMentions('@Finance', [])).toBe('@Finance');
  });

  it('keeps formats and mentions that were picked', () => {
    const picked = { type: 'mention', name: 'Sales', children: [{ text: '' }] };
    const children = [picked, { text: ' and @Finance now', bold: true }];
    expect(JSON.parse(linkTypedMentions(JSON.stringify([{ type: 'paragraph', children }]), names))).toEqual([
      {
        type: 'paragraph',
        children: [
          picked,
          { text: ' and ', bold: true },
          { type: 'mention', name: 'Finance', children: [{ text: '' }] },
          { text: ' now', bold: true },
        ],
      },
    ]);
  });
});

it('a title is taken regardless of case and blanks', () => {
  expect(isTitleTaken(' Weekly REPORT', ['Weekly report'])).toBe(true);
  expect(isTitleTaken('', [''])).toBe(false);
});

/** @shows New Task */
it('titles are numbered if a person has several new tasks or copies', () => {
  expect(makeNewTaskTitle(['Report'])).toBe('New Task');
  expect(makeNewTaskTitle(['New Task', 'new task 2', 'New Task 4'])).toBe('New Task 3');
  expect(['New Task', 'New Task 12', ' '].every(isDefaultTaskTitle)).toBe(true);
  expect(['New Task list', 'New Tasks', 'My New Task'].some(isDefaultTaskTitle)).toBe(false);
  expect(makeTaskCopyTitle('Report 2026', ['Other'])).toBe('Report 2026');
  expect(makeTaskCopyTitle('Report 2026', ['report 2026 '])).toBe('Report 2026 (2)');
  expect(makeTaskCopyTitle('Report (2)', ['Report', 'Report (2)'])).toBe('Report (3)');
  expect(makeTaskCopyTitle('New Task', ['New Task'])).toBe('New Task 2');
  const long = 'x'.repeat(200);
  expect(makeTaskCopyTitle(long, [long])).toHaveLength(197);
});

describe('the super prompt', () => {
  const step = makeStep('a', null, { enableSuperPrompt: true });
  it('is written if there is none or if the prompt has changed, and never for a step with a mention', () => {
    expect(needsNewSuperPrompt(step, task)).toBe(true);
    const written = { userPrompt: toRichText('Do a'), superPrompt: 'Do a well', previousUserPrompt: 'Do a' };
    expect(needsNewSuperPrompt({ ...step, stepInput: written }, task)).toBe(false);
    expect(needsNewSuperPrompt({ ...step, stepInput: { ...written, userPrompt: 'Do b' } }, task)).toBe(true);
    expect(needsNewSuperPrompt({ ...step, enableSuperPrompt: false }, task)).toBe(false);
    expect(canUseSuperPrompt({ stepInput: { userPrompt: mention } }, task)).toBe(false);
    expect(canUseSuperPrompt(step, { taskDescription: mention })).toBe(false);
  });
});

describe('the token usage', () => {
  const none = {
    customInstructions: 0,
    title: 0,
    superPrompt: 0,
    stepFiles: 0,
    previousOutput: 0,
    taskDescription: 0,
    taskFiles: 0,
  };
  it('is a percentage with one decimal, with the overhead of the mode', () => {
    const model = { context_window: 10_000, max_output_tokens: 2_000 };
    expect(getTokenUsage(none, false, model)).toBe(9.4);
    expect(getTokenUsage(none, true, model)).toBe(1.8);
    expect(getTokenUsage({ ...none, stepFiles: 46, title: 200 }, false, model)).toBe(12.5);
  });

  /** @proves limit:TASK_DEFAULT_CONTEXT_WINDOW limit:TASK_DEFAULT_MAX_OUTPUT_TOKENS */
  it('assumes a window of 4096 and an output of 1024 tokens for an unknown model', () => {
    expect(getTokenUsage(none, false, null)).toBe(24.5);
  });
});

describe('rich text', () => {
  it('becomes the text for the model, and plain text stays', () => {
    const text = [
      {
        type: 'paragraph',
        children: [{ text: 'Ask ' }, { type: 'mention', name: 'Finance', children: [{ text: '' }] }],
      },
      { type: 'list', children: [{ type: 'list-item', children: [{ text: 'one' }] }] },
    ];
    expect(toPromptText(JSON.stringify(text))).toEqual({ text: 'Ask [Finance]\n- one', mentions: ['Finance'] });
    expect(toPromptText(toRichText('a\nb'))).toEqual({ text: 'a\nb', mentions: [] });
    for (const plain of ['[1] is a note', '[not json', 'Tea', '[]', '[1,2]'])
      expect(toPromptText(plain)).toEqual({ text: plain, mentions: [] });
  });

  it('has a hash that differs by text and order', () => {
    expect(hashText('tea')).toMatch(/^[\da-f]{16}$/);
    expect(new Set(['', 'a', 'b', 'ab', 'ba', 'a '].map(hashText)).size).toBe(6);
  });
});
