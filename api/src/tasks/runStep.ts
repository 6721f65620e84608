import { AvaError } from '#contract/errors.ts';
import { isImage } from '#contract/files/fileTypes.ts';
import type { Model } from '#contract/models.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { Settings } from '#contract/settings.ts';
import type { StepEvent, TaskEvent } from '#contract/tasks/taskEvents.ts';
import { canUseSuperPrompt, describeInputs, joinStepText, needsNewSuperPrompt } from '#contract/tasks/taskRules.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { makeAnswer, type AnswerWork, type Evidence } from '#api/answers/answerPipeline.ts';
import { removeMentions } from '#api/answers/mention.ts';
import { createNotFoundMark, type NotFoundMark } from '#api/answers/notFoundMark.ts';
import type { AnswerPrompt } from '#api/answers/prompt/buildPrompt.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { readSystemPrompt } from '#api/answers/prompt/systemPrompt.ts';
import type { CallLimits } from '#api/functions/answerFunctions.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import type { Person } from '#api/identity/person.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import { addGuidance } from '#api/search/answerFromSite.ts';
import { addGaps, describeGaps, findGuidingSites, nothingFound } from '#api/search/searchedSites.ts';
import type { OutputRow, TaskRunOptions } from '#api/storage/tables/tasks/taskRuns.ts';
import type { AppContext } from '#api/context.ts';
import type { Research } from './research/answerQuestion.ts';
import { writeResearch } from './research/writeResearch.ts';
import { readStepInputs, type StepReading } from './stepInputs.ts';
import { searchForStep, type StepSearch } from './stepSearch.ts';
import { readSubject, streamSuperPrompt } from './superPrompt.ts';
import { toRuleTask, type TaskView } from './taskView.ts';

/** Without these rules, models cite the earlier output for a statement that this output took from a file. */
const EARLIER_OUTPUT_RULES = `A passage named "Output of …" is the result of an earlier step. The numbers in its text are those of the other passages here. When you take over a statement that has numbers, cite these numbers. Cite the output itself only for a statement without a number.`;

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

interface OutputRequest extends StepRun {
  /** What the look-ups can use; if it is missing, as much as an answer. */
  limits?: CallLimits;
  outputRow: OutputRow;
  reading: StepReading;
  text: string;
}

async function* writeOutput(
  ctx: AppContext,
  person: Person,
  request: OutputRequest,
  signal: AbortSignal,
): AsyncGenerator<StepEvent> {
  const { reading, model, options } = request;
  const models = ctx.models.forPerson(person, options.timeZone);
  if (request.view.steps[request.index]?.stepType === 'research') {
    const gather: Research['gather'] = async (change) => {
      const question = { ...request, ...change };
      const search = await searchForStep(ctx, person, models, question, signal);
      return gatherForStep(ctx, person, question, search, createNotFoundMark(nothingFoundFor(reading)), signal);
    };
    yield* writeResearch(ctx, person, { ...request, models, gather }, signal);
    return;
  }
  const mark = createNotFoundMark(nothingFoundFor(reading));
  let foundIds: ReadonlySet<string> = new Set();
  const work: AnswerWork = {
    question: { model, temperature: options.temperature, files: reading.files },
    models,
    gatherPassages: async () => {
      const search = await searchForStep(ctx, person, models, request, signal);
      ({ foundIds } = search);
      return gatherForStep(ctx, person, request, search, mark, signal);
    },
    checkPrompt: (prompt) => requireEarlierOutput(reading, prompt),
    nothingFound: nothingFoundFor(reading),
    saveMetadata: () => Promise.resolve(),
  };
  if (reading.sites.length > 0) yield { type: 'stage', stage: 'searching' };
  const findGaps = async () => {
    const { sites, lostSites: lost } = reading;
    if (sites.length === 0) return '';
    const ids = sites.map(({ id }) => id);
    return describeGaps(ctx, person, ids, { sites, lost, isPartial: false }, mark.wasFound() ? new Set() : foundIds);
  };
  for await (const event of addGaps(makeAnswer(ctx, work, signal), findGaps)) {
    if (event.type === 'done') {
      // Steps have no follow-up questions, so the rest of the answer is not requested.
      yield { type: 'done', finish: event.finish, endedAt: ctx.clock.now().getTime() };
      return;
    }
    const stepEvent = toStepEvent(event);
    if (stepEvent) yield stepEvent;
  }
}

/** A step reads earlier outputs, what a search of the mentioned sites finds, its files, and what functions return. */
async function gatherForStep(
  ctx: AppContext,
  person: Person,
  request: OutputRequest,
  { found, functions, text }: StepSearch,
  mark: NotFoundMark,
  signal: AbortSignal,
): Promise<Evidence | null> {
  const { reading, options, settings } = request;
  const hasSites = reading.sites.length > 0;
  if (hasSites && found.length === 0 && reading.previous.length === 0) return null;
  const base = await readSystemPrompt(ctx, person, {
    concise: options.concise,
    settings,
  });
  const system = describeStep(base, request);
  // A look-up opens files of the sites that the step mentions, not of those that an earlier output cites.
  const passages = reading.previous.flatMap((previous) => previous.passages);
  const different = passages.filter(
    (passage, at) => !passages.slice(0, at).some((other) => isSamePassage(passage, other)),
  );
  const earlier = different.map((passage) => {
    if (reading.sites.some(({ id }) => id === passage.site)) return passage;
    const { hit: _, ...closed } = passage;
    return closed;
  });
  const newlyFound = found.filter((passage) => !earlier.some((other) => isSamePassage(passage, other)));
  const evidence = { system, text, history: [], earlier, found: newlyFound, functions };
  if (!hasSites) return evidence;
  const guiding = await findGuidingSites(ctx, person, reading.sites, found, signal);
  return { ...evidence, system: addGuidance(system, guiding), mark };
}

const nothingFoundFor = ({ searched }: StepReading) => nothingFound(searched);

function requireEarlierOutput({ previous }: StepReading, { passages }: AnswerPrompt): void {
  const missing = previous.find(({ row }) => !passages.some(({ fileId }) => fileId === row.stepId));
  if (!missing) return;
  throw new AvaError('too_large', {
    detail: `The output of “${missing.title}” is too long for this model. Choose a model with a larger context window, or shorten that output.`,
  });
}

/** What a step shows of an answer; of a look-up only what it looks for, while it runs. */
function toStepEvent(event: Unnumbered<AnswerEvent>): StepEvent | null {
  if (event.type === 'call') {
    const { title, asked, state } = event.call;
    if (state.name !== 'running') return { type: 'stage', stage: 'thinking' };
    return { type: 'stage', stage: 'searching', detail: `${title}: ${asked}` };
  }
  return event.type === 'stage' || event.type === 'chunk' || event.type === 'citations' ? event : null;
}

const isSamePassage = (first: Passage, second: Passage) => first.fileId === second.fileId && first.text === second.text;

/** Adds which step of which task the message is, and what the numbers in an earlier output are. */
function describeStep(system: string, { view: { task, steps }, index, reading }: OutputRequest): string {
  const { title, previous } = reading;
  const description = toPromptText(task.settings.taskDescription).text;
  return [
    system,
    `The message is step ${index + 1} of ${steps.length} of a task of this person: “${title}”. Do what this step asks, and nothing of the other steps.`,
    ...(description === '' ? [] : [`What the person says about the task as a whole:\n${description}`]),
    ...(previous.some(({ row }) => row.output.links.length > 0) ? [EARLIER_OUTPUT_RULES] : []),
  ].join('\n\n');
}
