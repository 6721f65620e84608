import { isStopped, type CallState, type FunctionCall } from '#contract/runs/functionCalls.ts';
import { functionTexts } from './functions.texts.ts';

export function getOutcome(state: CallState): string {
  if (isStopped(state)) return functionTexts.stopped;
  return state.name === 'done' ? (state.outcome ?? functionTexts.found(state.found)) : functionTexts[state.name];
}

/** A call in one line, for screen readers: Find files, travel policy, 3 results. */
export function describeCall({ title, asked, state }: FunctionCall): string {
  return [title, asked, getOutcome(state)].filter((part) => part !== '').join(', ');
}
