/** The parts of the OpenAI API that this server reads or writes. */

export type TextPart = { type: 'text'; text: string };
export type ImagePart = { type: 'image_url'; image_url: { url: string; detail?: string } };
export type ContentPart = TextPart | ImagePart;

export type ToolCall = { id: string; type: 'function'; function: { name: string; arguments: string } };
export type Tool = { type: 'function'; function: { name: string; description?: string; parameters?: unknown } };
export type ToolChoice = 'none' | 'auto' | 'required' | { type: 'function'; function: { name: string } };

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';
export type ChatMessage = {
  role: Role;
  content?: string | ContentPart[] | null;
  name?: string;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
};

export type ChatRequest = {
  model: string;
  messages: ChatMessage[];
  stream: boolean;
  includeUsage: boolean;
  /** `max_completion_tokens` or `max_tokens`. */
  maxTokens: number | undefined;
  stop: string[];
  seed: number | undefined;
  tools: Tool[];
  toolChoice: ToolChoice;
};

export type Usage = { prompt_tokens: number; completion_tokens: number; total_tokens: number };
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** The model's reply: a text, or calls of the tools in the request, which can have a text before them. */
export type ModelReply = { kind: 'text'; text: string } | { kind: 'toolCalls'; calls: ToolCall[]; text?: string };

/** The text parts of a message, joined by line breaks. */
export function getText(message: ChatMessage): string {
  if (typeof message.content === 'string') return message.content;
  return (message.content ?? []).flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** The image parts of a message, in order. */
export function getImages(message: ChatMessage): ImagePart[] {
  if (!Array.isArray(message.content)) return [];
  return message.content.filter((part) => part.type === 'image_url');
}
