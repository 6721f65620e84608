import type { CallState } from '#contract/runs/functionCalls.ts';
import { applyTaskEvent, emptyTaskRun, type StepEvent, type StepInputs, type TaskEvent } from './taskEvents.ts';

const [first, second, third] = ['a', 'b', 'c'] as const;
const inputs: StepInputs = {
  prompt: '',
  superPrompt: null,
  task: '',
  files: '',
  previous: null,
  previousOutput: null,
  model: 'm',
  temperature: 0.5,
  concise: false,
};

type Unnumbered<E> = E extends TaskEvent ? Omit<E, 'seq'> : never;

function fold(...events: Unnumbered<TaskEvent>[]) {
  const run = emptyTaskRun('run');
  for (const [index, event] of events.entries()) applyTaskEvent(run, { ...event, seq: index + 1 } as TaskEvent);
  return run;
}

const started: Unnumbered<TaskEvent> = {
  type: 'started',
  run_id: 'run',
  task_id: 't',
  mode: 'all',
  steps: [first, second, third],
};
const begin = (step_id: string) => ({ type: 'step_started', step_id, inputs, startedAt: 1 }) as const;
const write = (step_id: string, chunk: string) => ({ type: 'step', step_id, event: { type: 'chunk', chunk } }) as const;
const end = (step_id: string) =>
  ({ type: 'step', step_id, event: { type: 'done', finish: 'stop', endedAt: 2 } }) as const;

it('steps wait, run and complete', () => {
  const run = fold(started, begin(first), write(first, 'Te'), write(first, 'a'), end(first), begin(second));
  expect(Object.values(run.outputs).map(({ state }) => state.name)).toEqual(['complete', 'running', 'waiting']);
  expect(run.outputs[first]).toMatchObject({ content: 'Tea', endedAt: 2 });
});

it('a step that begins again starts with an empty output', () => {
  expect(
    fold(started, begin(first), write(first, 'Te'), begin(first), write(first, 'Tea')).outputs[first]?.content,
  ).toBe('Tea');
});

it('the end of a run stops the running step, and waiting steps keep their earlier output', () => {
  const run = fold(started, { type: 'step_skipped', step_id: first }, begin(second), write(second, 'Te'), {
    type: 'finished',
    state: 'stopped',
    error: null,
    endedAt: 3,
  });
  expect(run.outputs).toMatchObject({ [second]: { state: { name: 'stopped' }, content: 'Te', endedAt: 3 } });
  expect(Object.keys(run.outputs)).toEqual([second]);
  expect(run.state).toBe('stopped');
});

it('a plan is filled by its questions, and the end of the run stops those that did not end', () => {
  const step = (event: StepEvent) => ({ type: 'step', step_id: first, event }) as const;
  const call = (state: CallState) => ({ id: 'c', title: 'Search files', asked: 'tea', state });
  const run = fold(
    started,
    begin(first),
    step({ type: 'plan', questions: ['When?', 'Where?', 'Why?'] }),
    step({ type: 'question', position: 0, state: 'found', finding: 'At four. [1]' }),
    step({ type: 'question', position: 1, state: 'running', finding: '' }),
    step({ type: 'look', position: 1, call: call({ name: 'running' }) }),
    step({ type: 'look', position: 7, call: call({ name: 'running' }) }),
    { type: 'finished', state: 'stopped', error: null, endedAt: 3 },
  );
  expect(run.outputs[first]?.plan).toEqual([
    { question: 'When?', state: 'found', finding: 'At four. [1]', calls: [] },
    {
      question: 'Where?',
      state: 'stopped',
      finding: '',
      calls: [call({ name: 'failed', reason: 'Stopped with the answer.' })],
    },
    { question: 'Why?', state: 'stopped', finding: '', calls: [] },
  ]);
  expect(fold(started, begin(second)).outputs[second]?.plan).toBeUndefined();
});

it('an event that was applied already changes nothing', () => {
  const run = fold(started, begin(first), write(first, 'Tea'));
  applyTaskEvent(run, { ...write(first, 'Tea'), seq: 3 });
  expect(run.outputs[first]?.content).toBe('Tea');
});
