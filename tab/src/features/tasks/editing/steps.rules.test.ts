import { getShownState, isPanelOpen, moveItem, setPanel } from './steps.rules.ts';

it('opens and closes one panel, named after the position of the step', () => {
  expect(setPanel(['step0', 'input0'], 'output', 2, true)).toEqual(['step0', 'input0', 'output2']);
  expect(setPanel(['step0', 'output0'], 'output', 2, false)).toEqual(['step0']);
  expect(isPanelOpen({ stepAccordions: ['step7'] }, 'step')).toBe(true);
  expect(isPanelOpen({ stepAccordions: ['step7'] }, 'output')).toBe(false);
});

it('moves a step by one place, and not over the ends', () => {
  expect(moveItem(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moveItem(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
  expect(moveItem(['a', 'b'], -1, 1)).toEqual(['a', 'b']);
});

it('shows an output that is out of date as such, but not one that is being written', () => {
  const complete = { state: { name: 'complete', finish: 'stop' } } as const;
  expect(getShownState(null, 'none')).toBe('idle');
  expect(getShownState(complete, 'fresh')).toBe('done');
  expect(getShownState(complete, 'stale')).toBe('stale');
  expect(getShownState({ state: { name: 'running', stage: 'thinking' } }, 'stale')).toBe('running');
});
