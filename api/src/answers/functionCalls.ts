import { AvaError, isAvaError } from '#contract/errors.ts';
import { MAX_CALL_RESULTS } from '#contract/limits.ts';
import type { CallResult, FunctionCall } from '#contract/runs/functionCalls.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { truncate } from '#contract/text/text.ts';
import type { Log } from '#platform/log.ts';
import type { ToolCall } from '#api/models/callCollector.ts';
import type { ModelMessage, ModelTool } from '#api/models/models.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import { toSource } from './citations/createCitations.ts';
import { getText, type AnswerPrompt } from './prompt/buildPrompt.ts';
import { countFitting } from './prompt/contextWindow.ts';
import { formatPassages, type Passage } from './prompt/passages.ts';

/** Text that a function found, before it has a number. */
export type FoundPassage = Omit<Passage, 'number'> & {
  /** Handle with which the model refers to the file or mail of the passage when it calls another function. */
  handle?: string;
};

export interface FunctionResult {
  /** For the model: what was found, in AVA's own words. It contains no text of files, mails or other data. */
  summary: string;
  passages: readonly FoundPassage[];
  /** For people, instead of the number of passages: `12 rows`. */
  outcome?: string;
}

/** The functions that a model can call for one answer. */
export interface AnswerFunctions {
  tools: readonly ModelTool[];
  /** When and how to call them. The system prompt ends with it, but only if the model can call. */
  rules: string;
  /** Whether the answer has used up its calls or their time. */
  isOver(): boolean;
  /** The call with a name and arguments that every server accepts in the conversation. */
  normalize(call: ToolCall): ToolCall;
  /**
   * The function and what it is asked for, in words. Never throws, whatever the model sends.
   * @param seen what the model has read, which a call can name by its numbers
   */
  describe(call: ToolCall, seen: readonly Passage[]): Pick<FunctionCall, 'title' | 'asked'>;
  /** The result of an earlier call that means the same. */
  recall(call: ToolCall, seen: readonly Passage[]): FunctionResult | undefined;
  /** Performs a call and saves its origins before it returns. Throws `AvaError` with a sentence for the person. */
  perform(call: ToolCall, seen: readonly Passage[], signal: AbortSignal): Promise<FunctionResult>;
}

/** What the model has read so far. It grows with every call. */
export interface ModelConversation {
  messages: ModelMessage[];
  passages: Passage[];
  /** The passages of each result that the model has read. */
  found: Map<FunctionResult, readonly Passage[]>;
}

const EXCERPT_CHARACTERS = 400;
/** The names of a table's columns, which are repeated so that a result with some of its rows can be understood. */
const TABLE_CHARACTERS = 999;
const NOT_PERFORMED = 'Not called: this answer has used up its calls. Answer from what you have.';
const TOO_LONG = 'The result does not fit into your context window.';

type NumberedPassage = FoundPassage & Pick<Passage, 'number'>;

type Events = AsyncGenerator<Unnumbered<AnswerEvent>>;

/**
 * Performs the calls of a model one after the other and adds them with their results to the conversation. A call that
 * fails is shown as failed, and the answer continues.
 * @param text what the model wrote before the calls
 */
export async function* performCalls(
  { functions, prompt, log }: { functions: AnswerFunctions; prompt: AnswerPrompt; log: Log },
  conversation: ModelConversation,
  { text, calls }: { text: string; calls: readonly ToolCall[] },
  signal: AbortSignal,
): Events {
  const withIds = calls.map((call) => ({ ...call, id: call.id || `call_${crypto.randomUUID()}` }));
  const repeated = withIds.map((call) => functions.normalize(call));
  conversation.messages.push({
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: repeated.map(({ id, name, arguments: args }) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    })),
  });
  for (const call of withIds) {
    const reply = (content: string): void => {
      conversation.messages.push({ role: 'tool', tool_call_id: call.id, content });
    };
    if (functions.isOver()) {
      reply(NOT_PERFORMED);
      continue;
    }
    const seen = conversation.passages;
    const earlier = functions.recall(call, seen);
    if (earlier) {
      reply(formatRepeated(earlier, conversation.found.get(earlier) ?? []));
      continue;
    }
    // A new id instead of the model's, because some servers give several calls the same id.
    const shown = { id: crypto.randomUUID(), ...functions.describe(call, seen) };
    yield { type: 'call', call: { ...shown, state: { name: 'running' } } };
    try {
      const result = await functions.perform(call, seen, signal);
      const { added, known } = await addPassages(prompt, conversation, result);
      const passages = [...known, ...added];
      reply(formatResult(result, added, known));
      const results = passages.slice(0, MAX_CALL_RESULTS).map(toCallResult);
      const outcome = result.outcome === undefined ? {} : { outcome: result.outcome };
      yield { type: 'call', call: { ...shown, state: { name: 'done', found: passages.length, results, ...outcome } } };
    } catch (error) {
      signal.throwIfAborted();
      const failure = isAvaError(error) ? error : new AvaError('unexpected', { cause: error });
      log.info({ error: failure, function: call.name }, 'function call failed');
      reply(`Failed: ${failure.detail}`);
      yield { type: 'call', call: { ...shown, state: { name: 'failed', reason: truncate(failure.detail, 1_000) } } };
    }
  }
}

function formatResult(
  { summary, passages }: FunctionResult,
  added: readonly NumberedPassage[],
  known: readonly Passage[],
): string {
  const repeated = known.length === 0 ? '' : ` You have read before: passage ${listNumbers(known)}.`;
  if (added.length === 0) return passages.length === 0 || known.length > 0 ? `${summary}${repeated}` : TOO_LONG;
  return `${summary}${repeated}${formatHandles(added)}\n${formatPassages(added)}`;
}

const listNumbers = (passages: readonly Passage[]) => passages.map(({ number }) => number).join(', ');

/** The handles of passages by their numbers: `f1 = passage 3, 5; f2 = passage 4`. */
function formatHandles(added: readonly NumberedPassage[]): string {
  const byHandle = Map.groupBy(added, ({ handle = '' }) => handle);
  byHandle.delete('');
  const handles = [...byHandle].map(([handle, of]) => `${handle} = passage ${listNumbers(of)}`);
  return handles.length === 0 ? '' : ` Handles: ${handles.join('; ')}.`;
}

/**
 * The passages are not repeated: the model has already read them with their numbers, and they would take room in the
 * prompt.
 */
function formatRepeated({ summary }: FunctionResult, passages: readonly Passage[]): string {
  if (passages.length === 0) return `${summary} You made this call before.`;
  return `${summary} You made this call before; its result is passage ${listNumbers(passages)} above.`;
}

/** Adds as much of a result to the conversation as fits. A passage that the model has read before keeps its number. */
async function addPassages(
  prompt: AnswerPrompt,
  conversation: ModelConversation,
  result: FunctionResult,
): Promise<{ added: NumberedPassage[]; known: Passage[] }> {
  const { passages } = conversation;
  const seen = new Set(passages.map(identify));
  const found = new Map(result.passages.map((passage) => [identify(passage), passage]));
  const fresh = [...found].flatMap(([id, passage]) => (seen.has(id) ? [] : [passage]));
  const known = passages.filter((passage) => found.has(identify(passage)));
  const added = await fitPassages(prompt, conversation, fresh);
  conversation.found.set(result, [...known, ...added]);
  passages.push(...added);
  return { added, known };
}

/** Returns a key that two passages share if they have the same text from the same place. */
function identify({ site, fileId, place, location, text }: FoundPassage): string {
  return JSON.stringify([site, fileId, place ?? location, text]);
}

/** Numbers the first passages that still fit into the model's context window. */
async function fitPassages(
  { model, tools, imageTokens = 0 }: AnswerPrompt,
  { messages, passages }: ModelConversation,
  found: readonly FoundPassage[],
): Promise<NumberedPassage[]> {
  const numbered = found.map((passage, index) => ({ ...passage, number: passages.length + index + 1 }));
  const before = [...messages.map(getText), JSON.stringify(tools ?? [])].join('\n');
  const format = (count: number) => `${before}\n${formatPassages(numbered.slice(0, count))}`;
  const count = await countFitting(numbered.length, format, imageTokens, model).catch((error: unknown) => {
    if (isAvaError(error) && error.code === 'too_large') return 0;
    throw error;
  });
  return numbered.slice(0, count);
}

export function toCallResult(passage: Passage): CallResult {
  const { text } = passage;
  const length = text.startsWith('|') ? TABLE_CHARACTERS : EXCERPT_CHARACTERS;
  const excerpt = text.length <= length ? text : `${truncate(text, length)}…`;
  return { ...toSource(passage), excerpt };
}
