import { z } from 'zod';
import { endCalls, FunctionCall, putCall } from '#contract/runs/functionCalls.ts';

/**
 * `nothing`: the files answer no part of the question; `failed`: a model or Microsoft 365 did not answer; `stopped`: the run
 * ended before or while the question was answered.
 */
const plannedStates = ['waiting', 'running', 'found', 'nothing', 'failed', 'stopped'] as const;

const Progress = z.object({
  state: z.enum(plannedStates),
  finding: z.string().describe('Markdown; its numbers are those of the sources of the output'),
});

/** A question of the plan of a research. */
export const PlannedQuestion = Progress.extend({
  question: z.string(),
  calls: z.array(FunctionCall).describe('what was looked up for it'),
});
export type PlannedQuestion = z.infer<typeof PlannedQuestion>;
export type PlannedState = PlannedQuestion['state'];

const position = z.number().int().min(0).describe('position of the question in the plan');

/** What happens to the plan of a research. */
export const planEvents = [
  z.object({ type: z.literal('plan'), questions: z.array(z.string()) }),
  Progress.extend({ type: z.literal('question'), position }),
  z.object({ type: z.literal('look'), position, call: FunctionCall }),
] as const;
export type PlanEvent = z.infer<(typeof planEvents)[number]>;

/** Applies one event to a plan and returns the new plan. */
export function applyPlanEvent(plan: readonly PlannedQuestion[], event: PlanEvent): PlannedQuestion[] {
  const change = (changed: (planned: PlannedQuestion) => Partial<PlannedQuestion>, at: number) =>
    plan.map((planned, index) => (index === at ? { ...planned, ...changed(planned) } : planned));
  switch (event.type) {
    case 'plan':
      return event.questions.map((question) => ({ question, state: 'waiting', finding: '', calls: [] }));
    case 'question':
      return change(() => ({ state: event.state, finding: event.finding }), event.position);
    case 'look':
      return change(({ calls }) => ({ calls: putCall(calls, event.call) }), event.position);
    default:
      return event satisfies never;
  }
}

/** The plan after its output has ended: what did not end is stopped. */
export function endPlan(plan: readonly PlannedQuestion[]): PlannedQuestion[] {
  return plan.map((planned) =>
    planned.state === 'waiting' || planned.state === 'running'
      ? { ...planned, state: 'stopped', calls: endCalls(planned.calls) }
      : planned,
  );
}
