import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import type { Model } from '#contract/models.ts';

export type ModelMessage = ChatCompletionMessageParam;
export type ModelTool = ChatCompletionTool;

export interface Prompt {
  model: Model;
  messages: readonly ModelMessage[];
  temperature: number;
  tools?: readonly ModelTool[];
  /** Whether the model must answer without another call. */
  withoutCalls?: boolean;
}
