import type { StepEvent, TaskEvent } from '#contract/tasks/taskEvents.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { createEventFilter } from '#api/runs/eventFilter.ts';
import type { StoredEvent } from '#api/storage/tables/runs/runs.ts';
import { findHiddenOutputs } from './readableOutputs.ts';

/** Events that say what was looked up and found. */
const concealed: ReadonlySet<StepEvent['type']> = new Set(['citations', 'plan', 'question', 'look']);

/**
 * Follows a run of a task. Shows a sentence in place of an output that the person can't read now. What a step reads
 * later is trimmed while it reads.
 */
export async function followTaskEvents(
  ctx: AppContext,
  person: Person,
  runId: string,
  from: number,
  signal: AbortSignal,
): Promise<AsyncGenerator<StoredEvent[]>> {
  const hidden = await findHiddenOutputs(ctx, person, await ctx.store.taskRuns.listOutputsOfRun(runId));
  const said = new Set<string>();
  const filter = createEventFilter((stored) => {
    const event = stored as TaskEvent;
    if (event.type === 'step_started') said.delete(event.step_id);
    const sentence = event.type === 'step' ? hidden.get(event.step_id) : undefined;
    if (event.type !== 'step' || sentence === undefined) return event;
    if (concealed.has(event.event.type)) return null;
    // Leaves out the detail of a look-up, which names files and the words of the search.
    if (event.event.type === 'stage' && event.event.stage !== 'waiting')
      return { ...event, event: { type: 'stage', stage: event.event.stage } } satisfies TaskEvent;
    if (event.event.type !== 'chunk') return event;
    if (said.has(event.step_id)) return null;
    said.add(event.step_id);
    return { ...event, event: { type: 'chunk', chunk: sentence } } satisfies TaskEvent;
  });
  return ctx.runs.follow(runId, from, filter, signal);
}
