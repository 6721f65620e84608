import { isAvaError } from '#contract/errors.ts';
import type { AnswerMetadata } from '#contract/chats/chat.ts';
import type { AnswerEvent, Thoughts } from '#contract/runs/answerEvents.ts';
import type { AppContext } from '#api/context.ts';
import type { PersonModels } from '#api/models/personModels.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { AcceptedQuestion } from './acceptQuestion.ts';
import type { AnswerFunctions } from './functionCalls.ts';
import type { NotFoundMark } from './notFoundMark.ts';
import { buildPrompt, type AnswerPrompt } from './prompt/buildPrompt.ts';
import type { CitedText, Passage } from './prompt/passages.ts';
import type { PriorText } from './prompt/priorText.ts';
import type { ReadableMessage } from './readableHistory.ts';
import { writeAnswer } from './writeAnswer.ts';

/** What one answer is made from. */
export interface Evidence {
  /** Rules for the model, without those of functions. */
  system: string;
  /** The question without mentions, which only say where to search. */
  text: string;
  history: readonly ReadableMessage[];
  /** The text that an earlier step of a task has written, with its sources. */
  earlier?: readonly Passage[];
  /** Passages of a search. */
  found?: readonly Passage[];
  /** Functions that the model can call to find more. */
  functions?: AnswerFunctions | undefined;
  /** Recognizes an answer that says that nothing was found. */
  mark?: NotFoundMark | undefined;
  /** A text before the answer. The citations of the answer continue its numbers, and a passage that it cites keeps its number. */
  numbered?: CitedText;
  /** The answer so far, if the model continues it. */
  prior?: PriorText & { thoughts: Thoughts | null };
}

/** How one kind of answer is made: in a chat, from a site, as a continuation, or as a step of a task. */
export interface AnswerWork {
  question: Pick<AcceptedQuestion, 'model' | 'temperature' | 'files'> & Partial<Pick<AcceptedQuestion, 'lookedUp'>>;
  /** Models whose calls count for the person who asks. */
  models: PersonModels;
  /**
   * Checks what the person can read now and selects the passages for the answer. Saves the origins before it returns,
   * because parts of the answer are visible from then on. Returns null if there is nothing to answer from.
   */
  gatherPassages: () => Promise<Evidence | null>;
  /** The answer if there is nothing to answer from. */
  nothingFound?: string;
  /** Throws `AvaError` if passages that the answer needs did not fit into the prompt. */
  checkPrompt?: (prompt: AnswerPrompt) => void;
  saveMetadata: (metadata: Partial<AnswerMetadata>) => Promise<void>;
}

/**
 * Makes one answer: gathers passages, builds the prompt, and streams the model's text. If there is nothing to answer
 * from, the answer says that nothing was found, and no model is asked.
 */
export async function* makeAnswer(
  ctx: AppContext,
  { question, models, gatherPassages, nothingFound = '', checkPrompt, saveMetadata }: AnswerWork,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<AnswerEvent>> {
  const evidence = await gatherPassages();
  if (evidence === null) {
    yield { type: 'chunk', chunk: nothingFound };
    yield { type: 'done', finish: 'stop' };
    return;
  }
  const { system, text, history, earlier, found, functions, mark, numbered, prior } = evidence;
  let callable = functions && ctx.models.canCall(question.model) ? functions : undefined;
  const build = () => {
    const rules = callable ? `${system}\n\n${callable.rules}` : system;
    const parts = { earlier, found, prior, tools: callable?.tools };
    return buildPrompt(ctx, { ...question, text }, rules, history, parts);
  };
  const prompt = await build().catch((error: unknown) => {
    if (!callable || !isAvaError(error) || error.code !== 'too_large') throw error;
    // A conversation that leaves no room for calls is answered without them.
    callable = undefined;
    return build();
  });
  checkPrompt?.(prompt);
  const { clock, log } = ctx;
  const before = prior ?? (numbered && { ...numbered, thoughts: null });
  yield* writeAnswer({ models, clock, log, saveMetadata, functions: callable, mark }, prompt, signal, before);
}
