import { isDeepStrictEqual } from 'node:util';
import type { AnswerMetadata } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import type { AnswerEvent, Thoughts } from '#contract/runs/answerEvents.ts';
import { truncate } from '#contract/text/text.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { ToolCall } from '#api/models/callCollector.ts';
import type { ModelUsage } from '#api/models/models.ts';
import type { PersonModels } from '#api/models/personModels.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { AnswerPrompt } from './prompt/buildPrompt.ts';
import { createCitationParser } from './citations/citationParser.ts';
import { createCitations } from './citations/createCitations.ts';
import type { NotFoundMark } from './notFoundMark.ts';
import { performCalls, type AnswerFunctions, type ModelConversation } from './functionCalls.ts';
import { suggestFollowUps } from './followUps.ts';
import { findPassageNumbers, joinTexts, type PriorText } from './prompt/priorText.ts';
import { createThoughtEvents } from './thoughtEvents.ts';
import { createWordBuffer } from './citations/wordBuffer.ts';

/** A longer answer is cut and gets the finish `length`. No model in use can write as much. */
export const MAX_ANSWER_CHARACTERS = 400_000;

/** The last sentences of an answer whose model has used up its look-ups. */
export const BUDGET_NOTE =
  '\n\n*I used up the look-ups for this answer, so there can be more to find. Ask again to let me go on.*';

interface AnswerContext {
  models: Pick<PersonModels, 'owner' | 'stream' | 'complete'>;
  clock: Clock;
  log: Log;
  saveMetadata: (metadata: Partial<AnswerMetadata>) => Promise<void>;
  /** The functions that the model can call; the prompt describes them as tools. */
  functions?: AnswerFunctions | undefined;
  /** Removes the mark that says that nothing was found, if the prompt tells the model to write it. */
  mark?: NotFoundMark | undefined;
}

interface ModelReply {
  text: string;
  calls: readonly ToolCall[];
}

type Usage = ModelUsage | null;

/** The answer so far, if the model continues it. */
type PriorAnswer = PriorText & { thoughts: Thoughts | null };

/**
 * Streams one answer: thoughts, its text and function calls, the citations that it uses, its end, then follow-up questions.
 * Throws `AvaError` if the model fails before the end of the answer; the text yielded before the failure is kept. A citation
 * precedes the text that uses it, so that a stopped answer has its sources.
 */
export async function* writeAnswer(
  { models, clock, log, saveMetadata, functions, mark }: AnswerContext,
  prompt: AnswerPrompt,
  signal: AbortSignal,
  prior: PriorAnswer = { content: '', links: [], thoughts: null },
): AsyncGenerator<Unnumbered<AnswerEvent>> {
  const conversation: ModelConversation = {
    messages: [...prompt.messages],
    passages: [...prompt.passages],
    found: new Map(),
  };
  const { passages } = conversation;
  const numbers = findPassageNumbers(prior, passages);
  const allowed = new Set(passages.flatMap(({ number, citable = true }) => (citable ? [number] : [])));
  const parser = createCitationParser(allowed, { content: prior.content, numbers }, mark !== undefined);
  // Passes on whole words, because an answer can be stopped after any chunk, and its text then ends there.
  const wholeWords = createWordBuffer();
  const thoughts = createThoughtEvents(prior.thoughts);
  const startedAt = clock.monotonic();
  let firstTokenMs: number | null = null;
  let text = prior.content;
  let receivedLength = prior.content.length;
  let citations = prior.links;
  let cited = numbers.length;
  let finish: 'stop' | 'length' = 'stop';
  /** Tokens of all replies; null as soon as the model server has not reported the tokens of a reply. */
  let usage: Usage = { prompt: 0, answer: 0 };
  /** Only the first reply counts as a question. The question of a continued answer was counted before. */
  let questions: 0 | 1 = prior.content === '' ? 1 : 0;

  /** Adds to the text and returns what was added. */
  function append(words: string): string {
    const chunk = text === prior.content ? joinTexts(prior.content, words) : words;
    text += chunk;
    return chunk;
  }

  function* takeNewCitations(): Generator<Unnumbered<AnswerEvent>> {
    const used = parser.used();
    if (used.length === cited) return;
    citations = [...citations, ...createCitations(text, used, passages).slice(cited - used.length)];
    cited = used.length;
    yield { type: 'citations', citations };
  }

  /**
   * Judges the citations again, because statements that came later in the answer can be the ones that their passages
   * support.
   */
  function* judgeCitations(): Generator<Unnumbered<AnswerEvent>> {
    const used = parser.used();
    if (used.length === numbers.length) return;
    const judged = createCitations(text, used, passages).slice(numbers.length - used.length);
    const changed = [...prior.links, ...judged];
    if (isDeepStrictEqual(changed, citations)) return;
    citations = changed;
    yield { type: 'citations', citations };
  }

  const save = () =>
    saveMetadata({
      used_model: prompt.model.model_name,
      temperature: prompt.temperature,
      training_data_cutoff: prompt.model.data_cutoff_datestring,
      prompt_tokens: usage?.prompt ?? null,
      answer_tokens: usage?.answer ?? null,
      first_token_ms: firstTokenMs === null ? null : Math.round(firstTokenMs),
      total_ms: Math.round(clock.monotonic() - startedAt),
    }).catch((error: unknown) => log.warn({ error }, 'failed to save answer metadata'));

  /** Streams one reply of the model, and returns the functions that it calls. */
  async function* streamReply(withoutCalls: boolean): AsyncGenerator<Unnumbered<AnswerEvent>, ModelReply> {
    const reply: ModelReply = { text: '', calls: [] };
    const separator = text === prior.content || text.endsWith('\n\n') ? '' : '\n\n';
    const { messages } = conversation;
    let reported: Usage = null;
    let isLimited = false;
    thoughts.startReply();
    try {
      for await (const event of models.stream({ ...prompt, messages, withoutCalls }, signal, questions)) {
        if (event.type === 'limited') {
          isLimited = true;
          yield { type: 'stage', stage: 'waiting', detail: event.detail };
          continue;
        }
        if (isLimited) yield { type: 'stage', stage: 'thinking' };
        isLimited = false;
        if (event.type === 'text') {
          firstTokenMs ??= clock.monotonic() - startedAt;
          const separated = reply.text === '' ? separator + event.text : event.text;
          reply.text += event.text;
          const fitting = truncate(separated, MAX_ANSWER_CHARACTERS - receivedLength);
          const chunk = append(parser.push(wholeWords.push(mark?.push(fitting) ?? fitting)));
          receivedLength += separated.length;
          yield* takeNewCitations();
          if (chunk !== '') yield { type: 'chunk', chunk };
          if (receivedLength <= MAX_ANSWER_CHARACTERS) continue;
          finish = 'length';
          return { ...reply, calls: [] };
        } else if (event.type === 'thinking') {
          const thought = thoughts.add(event.text);
          if (thought) yield thought;
        } else if (event.type === 'tools') {
          reply.calls = event.calls;
        } else if (event.type === 'finish') {
          finish = event.finish === 'length' ? 'length' : 'stop';
          reported = event.usage;
        }
      }
    } finally {
      usage = usage && reported && addUsage(usage, reported);
      questions = 0;
    }
    return reply;
  }

  function* takeRest(): Generator<Unnumbered<AnswerEvent>> {
    const last = wholeWords.push(mark?.end() ?? '') + wholeWords.end();
    const rest = append(parser.push(last) + parser.end());
    yield* takeNewCitations();
    if (rest !== '') yield { type: 'chunk', chunk: rest };
  }

  yield { type: 'stage', stage: 'thinking' };
  let hasEnded = false;
  try {
    for (;;) {
      const withoutCalls = functions?.isOver() ?? false;
      const reply = yield* streamReply(withoutCalls);
      yield* takeRest();
      // Some models call functions although the request forbids it. Such calls are ignored.
      if (withoutCalls && finish === 'stop' && text.trim() !== '') yield { type: 'chunk', chunk: append(BUDGET_NOTE) };
      if (!functions || reply.calls.length === 0 || withoutCalls) break;
      yield* performCalls({ functions, prompt, log }, conversation, reply, signal);
      for (const { number } of passages) allowed.add(number);
    }
    yield* judgeCitations();
    hasEnded = true;
  } finally {
    // A stopped answer keeps its text, so it has insights too.
    if (!hasEnded && firstTokenMs !== null) await save();
  }
  if (text.slice(prior.content.length).trim() === '')
    throw new AvaError('no_answer', { cause: new Error('the model returned no text') });
  yield { type: 'done', finish };

  await save();

  const followUps = await suggestFollowUps(models, { ...prompt, passages }, text, parser.used(), signal).catch(
    (error: unknown) => {
      log.info({ error }, 'failed to suggest follow-up questions');
      return [];
    },
  );
  if (followUps.length > 0) yield { type: 'follow_ups', questions: followUps };
}

function addUsage(first: ModelUsage, second: ModelUsage): ModelUsage {
  return { prompt: first.prompt + second.prompt, answer: first.answer + second.answer };
}
