import { isAvaError, type AvaError } from '#contract/errors.ts';
import type { Model } from '#contract/models.ts';
import type { FunctionCall } from '#contract/runs/functionCalls.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { Settings } from '#contract/settings.ts';
import type { PlannedState } from '#contract/tasks/research.ts';
import type { StepEvent } from '#contract/tasks/taskEvents.ts';
import { truncate } from '#contract/text/text.ts';
import { makeAnswer, type AnswerWork, type Evidence } from '#api/answers/answerPipeline.ts';
import { toCallResult } from '#api/answers/functionCalls.ts';
import { createNotFoundMark } from '#api/answers/notFoundMark.ts';
import type { AnswerPrompt } from '#api/answers/prompt/buildPrompt.ts';
import type { CitedText } from '#api/answers/prompt/passages.ts';
import { BUDGET_NOTE } from '#api/answers/writeAnswer.ts';
import type { AppContext } from '#api/context.ts';
import { FUNCTION_CALLS_MS, MAX_FUNCTION_CALLS, type CallLimits } from '#api/functions/answerFunctions.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import type { PersonModels } from '#api/models/personModels.ts';
import { addGuidance } from '#api/answers/prompt/searchRules.ts';
import { nothingFound } from '#api/search/searchedSites.ts';
import type { OutputRow, TaskRunOptions } from '#api/storage/tables/tasks/taskRuns.ts';
import { isWaitingForPerson, type StepReading } from '#api/tasks/stepInputs.ts';

/** A research can look up as much as this many answers together, in equal shares for its questions. */
const BUDGET_ANSWERS = 3;
/** A plan is saved with its output, so of a look only this much is kept. */
const MAX_LOOK_RESULTS = 3;
const MAX_LOOK_EXCERPT = 160;
const MAX_FINDING_LENGTH = 8_000;
const NOTHING_IN_FILES = 'I found nothing about this in the files of this step.';

const FINDING_RULES = (question: string) =>
  `The message is one question of the plan of a research. Answer this question only, with all facts, figures, dates and names that the passages have for it, in at most ten sentences or a table. Say what is missing. A report is written from your answer; it is about: ${JSON.stringify(truncate(question, 2_000))}`;

/** A step that is a research. */
export interface Research {
  /** What the person wants to know. */
  text: string;
  model: Model;
  models: PersonModels;
  options: TaskRunOptions;
  settings: Settings;
  reading: StepReading;
  /** With what the output is based on so far. */
  outputRow: OutputRow;
  /** Called before the model reads anything, with what the output is based on. */
  onBegin: (row: OutputRow) => void;
  /** Gathers what a question is answered from, and saves on what the output is based then. */
  gather: (
    change: Pick<Research, 'text' | 'outputRow' | 'onBegin'> & { limits: CallLimits },
  ) => Promise<Evidence | null>;
  /** Throws `AvaError` if an earlier output did not fit into the prompt of a question. */
  checkPrompt: (prompt: AnswerPrompt) => void;
}

/** What became of a question of the plan. */
export interface Finding {
  question: string;
  state: PlannedState;
  text: string;
  hasUsedUpLooks: boolean;
  error?: AvaError;
}

interface QuestionWork {
  questions: readonly string[];
  position: number;
  /** The findings so far, whose numbers continue. */
  before: CitedText;
}

type QuestionEvent = StepEvent | { type: 'finding'; finding: Finding; links: Citation[] };

/** Answers one question of the plan. If it fails, the others are answered all the same. */
export async function* tryQuestion(
  ctx: AppContext,
  research: Research,
  work: QuestionWork,
  signal: AbortSignal,
): AsyncGenerator<QuestionEvent> {
  const { questions, position, before } = work;
  const question = questions[position] ?? research.text;
  yield { type: 'question', position, state: 'running', finding: '' };
  try {
    yield* answerQuestion(ctx, research, work, question, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isAvaError(error) || isWaitingForPerson(error)) throw error;
    ctx.log.warn({ error }, 'question of research failed');
    yield { type: 'question', position, state: 'failed', finding: error.detail };
    const finding: Finding = { question, state: 'failed', text: '', hasUsedUpLooks: false, error };
    yield { type: 'finding', finding, links: before.links };
  }
}

async function* answerQuestion(
  ctx: AppContext,
  research: Research,
  { questions, position, before }: QuestionWork,
  question: string,
  signal: AbortSignal,
): AsyncGenerator<QuestionEvent> {
  const heading = questions.length > 1 ? `${position + 1} of ${questions.length}: ${question}` : question;
  const gathered: { evidence: Evidence | null } = { evidence: null };
  let hasLooked = false;
  let [content, links] = ['', before.links];
  const gatherPassages = async () =>
    (gathered.evidence = await gatherForQuestion(ctx, research, questions.length, question, before));
  const work = { ...toWork(research, gatherPassages), checkPrompt: research.checkPrompt };
  yield { type: 'stage', stage: 'searching', detail: heading };
  for await (const event of makeAnswer(ctx, work, signal)) {
    const look: FunctionCall | null = hasLooked ? null : toFirstLook(research, gathered.evidence);
    hasLooked ||= look !== null;
    if (look) yield { type: 'look', position, call: look };
    if (event.type === 'stage') yield { ...event, detail: event.detail ?? heading };
    if (event.type === 'call') yield { type: 'look', position, call: shorten(event.call) };
    if (event.type === 'chunk') content += event.chunk;
    if (event.type === 'citations') links = event.citations;
    // A finding has no follow-up questions, so the rest of the answer is not requested.
    if (event.type === 'done') break;
  }
  const { evidence } = gathered;
  const state = evidence === null || evidence.mark?.wasFound() ? 'nothing' : 'found';
  const text = truncate(content.replace(BUDGET_NOTE, '').trim(), MAX_FINDING_LENGTH);
  yield { type: 'citations', citations: links };
  yield { type: 'question', position, state, finding: text };
  const hasUsedUpLooks = content.endsWith(BUDGET_NOTE);
  yield { type: 'finding', finding: { question, state, text, hasUsedUpLooks }, links };
}

/** The passages for a question, with the rules of a search also if they come from files of the step. */
async function gatherForQuestion(
  { passageTokens }: AppContext,
  research: Research,
  count: number,
  question: string,
  numbered: CitedText,
): Promise<Evidence | null> {
  const share = Math.min(1, BUDGET_ANSWERS / count);
  const limits = {
    calls: Math.floor(MAX_FUNCTION_CALLS * share),
    ms: FUNCTION_CALLS_MS * share,
    tokens: passageTokens * share,
  };
  const onBegin = (row: OutputRow) => {
    research.outputRow = row;
    research.onBegin(row);
  };
  const evidence = await research.gather({ text: question, outputRow: research.outputRow, onBegin, limits });
  if (evidence === null) return null;
  const { mark = createNotFoundMark(NOTHING_IN_FILES) } = evidence;
  const rules = evidence.mark ? evidence.system : addGuidance(evidence.system, []);
  return { ...evidence, system: `${rules}\n\n${FINDING_RULES(research.text)}`, mark, numbered };
}

/** The work of an answer of the research, without its metadata, which no step has. */
export function toWork(research: Research, gatherPassages: AnswerWork['gatherPassages']): AnswerWork {
  const { model, models, options, reading } = research;
  return {
    question: { model, temperature: options.temperature, files: reading.files },
    models,
    gatherPassages,
    nothingFound: nothingFoundFor(research),
    saveMetadata: () => Promise.resolve(),
  };
}

/** The sentence of AVA if nothing was found. */
export const nothingFoundFor = ({ reading: { searched } }: Research) =>
  searched === 'all' || searched.length > 0 ? nothingFound(searched) : NOTHING_IN_FILES;

/** The row of AVA's own search for a question; null before it, and if no site is searched. */
function toFirstLook({ outputRow: { details } }: Research, evidence: Evidence | null): FunctionCall | null {
  const found = evidence?.found ?? [];
  if (found.length === 0) return null;
  const state = {
    name: 'done' as const,
    found: found.length,
    results: found.slice(0, MAX_LOOK_RESULTS).map(toCallResult),
  };
  const asked = truncate(details.sites.join(', '), 400);
  return shorten({ id: crypto.randomUUID(), title: functionTexts.searchSites, asked, state });
}

function shorten(call: FunctionCall): FunctionCall {
  const { state } = call;
  if (state.name !== 'done') return call;
  const results = state.results.slice(0, MAX_LOOK_RESULTS).map((result) => ({
    ...result,
    excerpt:
      result.excerpt.length > MAX_LOOK_EXCERPT ? `${truncate(result.excerpt, MAX_LOOK_EXCERPT)}…` : result.excerpt,
  }));
  return { ...call, state: { ...state, results } };
}
