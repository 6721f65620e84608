import { AvaError } from '#contract/errors.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { answerKind } from '#api/answers/answerRun.ts';
import type { Person } from '#api/identity/person.ts';
import { getRunAllowance, toAllowanceError } from '#api/policies/personLimits.ts';
import { authorize } from '#api/policies/policies.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import type { AppContext } from '#api/context.ts';
import { generateTitle } from './performRun.ts';
import { streamSuperPrompt } from './superPrompt.ts';
import { readTaskView } from './taskView.ts';

/** Streams a more detailed prompt. Returns the id of the run; `cancelTaskRun` stops it. */
export async function startSuperPrompt(
  ctx: AppContext,
  person: Person,
  request: {
    /** Undefined for a prompt of no saved task. */
    taskId: string | undefined;
    sessionId: string;
    userPrompt: string;
    model: string;
    fileNames: readonly string[];
  },
): Promise<string> {
  const { taskId } = request;
  const task = taskId === undefined ? null : authorize(person, 'run', 'task', await ctx.store.tasks.find(taskId));
  const prompt = toPromptText(request.userPrompt).text;
  if (prompt === '') throw new AvaError('empty_prompt');
  const model = await ctx.models.find(request.model);
  const description = toPromptText(task?.settings.taskDescription ?? '').text;
  const files = request.fileNames.map((name) => ({ name, text: null }));
  const subject = { prompt, task: { title: task?.title ?? '', description }, earlierSteps: [], files };
  return startTextRun(ctx, person, task?.id ?? crypto.randomUUID(), request.sessionId, async function* (signal) {
    for await (const event of streamSuperPrompt(ctx.models.forPerson(person), { model, subject }, signal))
      yield event.type === 'text'
        ? { type: 'chunk', chunk: event.text }
        : { type: 'stage', stage: 'waiting', detail: event.detail };
  });
}

/** Streams a title and saves it unless a person has chosen one. Returns the id of the run. */
export async function startTitle(ctx: AppContext, person: Person, taskId: string, sessionId: string): Promise<string> {
  const task = authorize(person, 'write', 'task', await ctx.store.tasks.find(taskId));
  return startTextRun(ctx, person, task.id, sessionId, async function* (signal) {
    const view = await readTaskView(ctx, task.id);
    const title = view ? await generateTitle(ctx, person, view, signal) : '';
    if (title === '')
      throw new AvaError('empty_prompt', { detail: 'Describe a step first, so that AVA can find a title.' });
    yield { type: 'chunk', chunk: title };
  });
}

/** Starts a run of the kind of answers that writes into no message. */
async function startTextRun(
  ctx: AppContext,
  person: Person,
  subjectId: string,
  sessionId: string,
  generate: (signal: AbortSignal) => AsyncGenerator<Unnumbered<AnswerEvent>>,
): Promise<string> {
  const now = ctx.clock.now();
  const row: RunRow = {
    id: crypto.randomUUID(),
    kind: answerKind.name,
    owner: { tenantId: person.tenantId, id: person.id },
    subjectId,
    messageId: null,
    sessionId,
    processId: ctx.runs.processId,
    state: 'running',
  };
  const allowed = await ctx.store.runs.insertAllowed(row, getRunAllowance(ctx, person, now), now);
  if (allowed !== 'yes') throw toAllowanceError(allowed, now);
  ctx.runs.start(row, answerKind, async function* (signal): AsyncGenerator<Unnumbered<AnswerEvent>> {
    yield { type: 'stage', stage: 'thinking' };
    yield* generate(signal);
    yield { type: 'done', finish: 'stop' };
  });
  return row.id;
}
