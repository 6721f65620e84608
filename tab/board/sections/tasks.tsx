import { StateBadge } from '#tab/features/tasks/running/StateBadge.tsx';
import { RunButton } from '#tab/features/tasks/screen/RunButton.tsx';
import type { ShownState } from '#tab/features/tasks/editing/steps.rules.ts';
import { drawStates, ignore, type Drawing } from '#board/example.ts';

const shownStates: Record<ShownState, true> = {
  idle: true,
  running: true,
  waiting: true,
  done: true,
  stale: true,
  stopped: true,
  failed: true,
  needsYou: true,
};

/** A step of a task in each of its states. */
export const taskDrawings: Drawing[] = [
  drawStates('StateBadge', shownStates, (_, state) => <StateBadge state={state} />),
  drawStates('RunButton', shownStates, (_, state) => (
    <RunButton title="Summarize" state={state} refusal={null} onRun={ignore} />
  )),
  {
    component: 'RunButton: refused',
    examples: [
      {
        state: 'with a reason',
        draw: () => <RunButton title="Summarize" state="idle" refusal="Files are being read." onRun={ignore} />,
      },
    ],
  },
];
