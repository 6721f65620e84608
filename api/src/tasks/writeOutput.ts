import { AvaError } from '#contract/errors.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { Settings } from '#contract/settings.ts';
import type { StepEvent } from '#contract/tasks/taskEvents.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { makeAnswer, type AnswerWork, type Evidence } from '#api/answers/answerPipeline.ts';
import { createNotFoundMark, type NotFoundMark } from '#api/answers/notFoundMark.ts';
import type { AnswerPrompt } from '#api/answers/prompt/buildPrompt.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { readSystemPrompt } from '#api/answers/prompt/systemPrompt.ts';
import type { Person } from '#api/identity/person.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import { addGuidance } from '#api/answers/prompt/searchRules.ts';
import { addGaps, describeGaps, findGuidingSites, nothingFound } from '#api/search/searchedSites.ts';
import type { AppContext } from '#api/context.ts';
import { writeResearch } from './research/writeResearch.ts';
import type { StepReading } from './stepInputs.ts';
import { searchForStep, type StepQuestion, type StepSearch } from './stepSearch.ts';

/** Without these rules, models cite the earlier output for a statement that this output took from a file. */
const EARLIER_OUTPUT_RULES = `A passage named "Output of …" is the result of an earlier step. The numbers in its text are those of the other passages here. When you take over a statement that has numbers, cite these numbers. Cite the output itself only for a statement without a number.`;

interface OutputRequest extends StepQuestion {
  settings: Settings;
}

/** Writes the output of a step, and at its end about which sites it says nothing. */
export async function* writeOutput(
  ctx: AppContext,
  person: Person,
  request: OutputRequest,
  signal: AbortSignal,
): AsyncGenerator<StepEvent> {
  const { reading, options, model } = request;
  const models = ctx.models.forPerson(person, options.timeZone);
  const searches: { foundIds: ReadonlySet<string>; mark: NotFoundMark }[] = [];
  const gather = async (change: Partial<OutputRequest>) => {
    const question = { ...request, ...change };
    const search = await searchForStep(ctx, person, models, question, signal);
    const mark = createNotFoundMark(nothingFound(reading.searched));
    searches.push({ foundIds: search.foundIds, mark });
    return gatherForStep(ctx, person, question, { ...search, mark }, signal);
  };
  const describe = async () => {
    if (reading.sites.length === 0) return '';
    const foundIds = searches.flatMap(({ mark, foundIds: ids }) => (mark.wasFound() ? [] : [...ids]));
    return describeGaps(ctx, person, reading.searched, reading, new Set(foundIds));
  };
  const checkPrompt = (prompt: AnswerPrompt) => requireEarlierOutput(reading, prompt);
  if (request.view.steps[request.index]?.stepType === 'research') {
    yield* addGaps(writeResearch(ctx, person, { ...request, models, gather, checkPrompt }, signal), describe);
    return;
  }
  const work: AnswerWork = {
    question: { model, temperature: options.temperature, files: reading.files },
    models,
    gatherPassages: () => gather({}),
    checkPrompt,
    nothingFound: nothingFound(reading.searched),
    saveMetadata: () => Promise.resolve(),
  };
  if (reading.sites.length > 0) yield { type: 'stage', stage: 'searching' };
  for await (const event of addGaps(makeAnswer(ctx, work, signal), describe)) {
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
  { found, functions, text, mark }: StepSearch & { mark: NotFoundMark },
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
  // All outputs come before their sources, so that the sources of one do not take the room of another.
  const passages = [
    ...reading.previous.flatMap((previous) => previous.passages.slice(0, 1)),
    ...reading.previous.flatMap((previous) => previous.passages.slice(1)),
  ];
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
