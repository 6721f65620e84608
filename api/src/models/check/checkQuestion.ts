import type { Model } from '#contract/models.ts';
import type { ToolCall } from '#api/models/callCollector.ts';
import type { ModelMessage, ModelTool, Models, ModelUsage } from '#api/models/models.ts';

/** What a check needs of the models. */
export type CheckedModels = Pick<Models, 'stream' | 'complete' | 'describeParameters' | 'hideKey'>;

export interface CheckContext {
  models: CheckedModels;
  model: Model;
  signal: AbortSignal;
}

/** A whole streamed answer, with what an administrator wants to know of its stream. */
export interface CheckAnswer {
  text: string;
  thinking: string;
  calls: readonly ToolCall[];
  finish: 'stop' | 'length' | 'tools';
  usage: ModelUsage | null;
  /** Parts in which the text arrived. */
  parts: number;
  /** Milliseconds until the first text, thought or call, and until the end. */
  firstMs: number;
  ms: number;
}

/** AVA sends a system message with each question, which some templates refuse. */
const SYSTEM: ModelMessage = { role: 'system', content: 'You are AVA, an assistant. Answer briefly.' };

type UserContent = Extract<ModelMessage, { role: 'user' }>['content'];

export const toMessages = (question: UserContent): ModelMessage[] => [SYSTEM, { role: 'user', content: question }];

export interface CheckQuestion {
  messages: readonly ModelMessage[];
  tools?: readonly ModelTool[];
  withoutCalls?: boolean;
}

/** Asks the model in the same way as AVA does for an answer, and reads the stream to its end. */
export async function askForAnswer(
  { models, model, signal }: CheckContext,
  question: CheckQuestion,
): Promise<CheckAnswer> {
  const answer: CheckAnswer = {
    text: '',
    thinking: '',
    calls: [],
    finish: 'stop',
    usage: null,
    parts: 0,
    firstMs: 0,
    ms: 0,
  };
  const startedAt = performance.now();
  for await (const event of models.stream({ model, temperature: model.temperature, ...question }, signal)) {
    answer.firstMs ||= performance.now() - startedAt;
    if (event.type === 'thinking') answer.thinking += event.text;
    if (event.type === 'tools') answer.calls = event.calls;
    if (event.type === 'finish') Object.assign(answer, { finish: event.finish, usage: event.usage });
    if (event.type !== 'text') continue;
    answer.text += event.text;
    answer.parts += 1;
  }
  return { ...answer, ms: performance.now() - startedAt };
}
