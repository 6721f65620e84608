import { AvaError } from '#contract/errors.ts';
import { isImage } from '#contract/files/fileTypes.ts';
import type { Model } from '#contract/models.ts';
import type { Settings } from '#contract/settings.ts';
import type { TaskEvent } from '#contract/tasks/taskEvents.ts';
import { canUseSuperPrompt, describeInputs, joinStepText, needsNewSuperPrompt } from '#contract/tasks/taskRules.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { removeMentions } from '#api/answers/mention.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import type { Person } from '#api/identity/person.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { OutputRow, TaskRunOptions } from '#api/storage/tables/tasks/taskRuns.ts';
import type { AppContext } from '#api/context.ts';
import { readStepInputs, type StepReading } from './stepInputs.ts';
import { readSubject, streamSuperPrompt } from './superPrompt.ts';
import { toRuleTask, type TaskView } from './taskView.ts';
import { writeOutput } from './writeOutput.ts';

/** One step of a run. */
export interface StepRun {
  runId: string;
  view: TaskView;
  index: number;
  /** The latest output of each step, also of this run. */
  outputs: ReadonlyMap<string, OutputRow>;
  options: TaskRunOptions;
  model: Model;
  settings: Settings;
  /** Called before the model reads anything, with what the output will be based on. */
  onBegin: (row: OutputRow) => void;
}

/** Runs one step: its inputs, its super prompt, its search, its output. Throws `AvaError` if it fails. */
export async function* runStep(
  ctx: AppContext,
  person: Person,
  run: StepRun,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<TaskEvent>> {
  const { view, index, options, model } = run;
  const step = view.steps[index];
  if (!step) throw new AvaError('not_found');
  const { stepId } = step;
  const reading = await readStepInputs(ctx, person, view, index, run.outputs);
  if (!model.modalities.includes('image_input') && reading.files.some(({ fileType }) => isImage(fileType)))
    throw new AvaError('images_not_supported');
  const task = toRuleTask(view.task);
  if (!options.disableSuperPrompt && needsNewSuperPrompt(step, task)) {
    const subject = await readSubject(ctx, view, index, reading);
    let text = '';
    for await (const event of streamSuperPrompt(
      ctx.models.forPerson(person, options.timeZone),
      { model, subject },
      signal,
    )) {
      if (event.type === 'text') text += event.text;
      else yield { type: 'step', step_id: stepId, event: { type: 'stage', stage: 'waiting', detail: event.detail } };
    }
    const superPrompt = text.trim();
    await ctx.store.tasks.saveSuperPrompt(view.task.id, stepId, superPrompt, reading.prompt);
    step.stepInput = { ...step.stepInput, superPrompt, previousUserPrompt: reading.prompt };
    yield { type: 'super_prompt', step_id: stepId, superPrompt, previousUserPrompt: reading.prompt };
  }
  const outputRow = await beginOutput(ctx, run, reading);
  const { inputs, startedAt } = outputRow.output;
  if (!inputs || startedAt === null) throw new AvaError('unexpected');
  yield { type: 'step_started', step_id: stepId, inputs, startedAt };
  const events = writeOutput(ctx, person, { ...run, outputRow, reading, text: toQuestion(run, reading) }, signal);
  for await (const event of events) yield { type: 'step', step_id: stepId, event };
}

/** Saves what the output will be made from. */
async function beginOutput(ctx: AppContext, run: StepRun, reading: StepReading): Promise<OutputRow> {
  const { view, index, options, model, runId } = run;
  const settings = { model: model.deployment_name, temperature: options.temperature, concise: options.concise };
  const steps = view.steps.map((step) => ({
    ...step,
    stepOutput: run.outputs.get(step.stepId)?.output ?? null,
  }));
  const startedAt = ctx.clock.now();
  const row: OutputRow = {
    stepId: steps[index]?.stepId ?? '',
    output: {
      run_id: runId,
      state: { name: 'running', stage: 'waiting' },
      content: '',
      links: [],
      inputs: describeInputs(toRuleTask(view.task), steps, index, settings),
      startedAt: startedAt.getTime(),
      endedAt: null,
    },
    details: {
      stepTitle: reading.title,
      prompt: reading.prompt,
      files: reading.files.map(({ fileName }) => fileName),
      sites: reading.searched === 'all' ? [functionTexts.allSites] : reading.sites.map(({ name }) => name),
      previousTitle: reading.previous.map(({ title }) => title).join(', ') || null,
    },
    origins: reading.previous.flatMap(({ row }) => row.origins),
  };
  await ctx.store.taskRuns.beginOutput(view.task.id, row, view.task.owner, startedAt);
  run.onBegin(row);
  return row;
}

/** The text that the model answers: the super prompt if the step uses one, otherwise the prompt without its mentions. */
function toQuestion({ view, index, options }: StepRun, { prompt, mentions }: StepReading): string {
  const step = view.steps[index];
  if (!step) return prompt;
  const { superPrompt = '' } = step.stepInput;
  const usesSuperPrompt =
    step.enableSuperPrompt && !options.disableSuperPrompt && canUseSuperPrompt(step, toRuleTask(view.task));
  const detailed = usesSuperPrompt ? toPromptText(superPrompt).text : '';
  const text = mentions.length > 0 ? removeAllMentions(prompt, mentions) : detailed || prompt;
  return joinStepText(text, step.stepInput);
}

/** A mention says where to search and is no part of the question, and neither is what is between mentions at its start. */
function removeAllMentions(prompt: string, mentions: readonly string[]): string {
  const text = mentions.reduce((rest, name) => rest.replaceAll(`[${name}]`, ' '), removeMentions(prompt, mentions));
  return text.replace(/[ \t]+/g, ' ').trim() || prompt;
}
