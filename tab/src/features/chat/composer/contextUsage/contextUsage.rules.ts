import type { EarlierSummary } from '#contract/chats/chat.ts';
import { chooseLookedUp, type TextSize } from '#contract/files/lookedUp.ts';
import { estimate, maxTokens, memoryFullness, type ContextUsageParts } from '#contract/text/tokens.ts';
import type { Model } from '#contract/models.ts';
import type { EarlierMessages, Entry } from '#tab/features/chat/chat.state.ts';

/** Above this percentage, no message can be sent. */
export const FULL_PERCENT = 100;

/** Memory fullness in percent, and its parts in tokens; `null` if they are not counted. */
export interface ContextUsage {
  percent: number;
  parts: ContextUsageParts | null;
}

export const emptyContextUsage: ContextUsage = {
  percent: 0,
  parts: { customInstructions: 0, draft: 0, files: 0, conversation: 0, images: 0 },
};

/** One text of the conversation; its count is cached by id. */
export interface ConversationText {
  id: string;
  text: string;
}

/** Input of the formula: texts to count and known token counts. */
export interface ContextUsageInput {
  customInstructions: string;
  draft: string;
  conversation: ConversationText[];
  /** Texts of the files of the conversation and the draft. */
  texts: TextSize[];
  images: number;
  /** The server's estimate for messages that are not loaded. */
  earlier: number;
  functionCalling: boolean;
  model: Pick<Model, 'context_window' | 'max_output_tokens'> | null;
}

type CountableEntry = Pick<Entry, 'message_id' | 'content' | 'state' | 'files'>;
type CountableChat = { entries: readonly CountableEntry[]; earlier?: EarlierMessages };

/**
 * The part of a chat that is sent with the next message: messages, files, and the server's estimate for messages that are
 * not loaded. A streaming answer is not counted yet.
 */
export function collectConversation({
  entries,
  earlier,
}: CountableChat): Pick<ContextUsageInput, 'conversation' | 'texts' | 'earlier' | 'images'> {
  const attached = entries.flatMap((entry) => entry.files);
  const unloaded: Pick<EarlierSummary, 'tokens' | 'texts'> =
    earlier && earlier.name !== 'none' ? earlier : { tokens: 0 };
  return {
    conversation: entries
      .filter((entry) => entry.state.name !== 'streaming')
      .map((entry) => ({ id: entry.message_id, text: entry.content })),
    texts: [
      ...(unloaded.texts ?? []),
      ...attached.flatMap(({ scrapedFileId: id, imageTokenCount, tokens }) =>
        imageTokenCount === null ? [{ id, tokens }] : [],
      ),
    ],
    earlier: unloaded.tokens,
    images: attached.reduce((sum, file) => sum + (file.imageTokenCount ?? 0), 0),
  };
}

/**
 * Returns the usage if no count of the texts can change the whole percentage that the bar shows. Most chats are this short,
 * and do not need the tokenizer's table, which is larger than the rest of the tab.
 */
export function estimateContextUsage(input: ContextUsageInput): ContextUsage | null {
  const apply = (count: (text: string) => number) =>
    calculateContextUsage(input, {
      instructions: count(input.customInstructions),
      draft: count(input.draft),
      conversation: input.conversation.reduce((sum, { text }) => sum + count(text), 0),
    });
  const least = apply(() => 0);
  const canDiffer = ({ percent }: ContextUsage) =>
    Math.round(percent) !== Math.round(least.percent) || percent >= FULL_PERCENT;
  // First a cheap check by characters, of which a text has at most as many as bytes: a long text is then not encoded.
  if (canDiffer(apply((text) => text.length))) return null;
  const most = apply(maxTokens);
  if (canDiffer(most)) return null;
  return { ...least, parts: most.percent === least.percent ? least.parts : null };
}

/** Applies the contract's formula to the counted texts. */
export function calculateContextUsage(
  input: ContextUsageInput,
  counts: { instructions: number; draft: number; conversation: number },
): ContextUsage {
  const parts: ContextUsageParts = {
    customInstructions: counts.instructions,
    draft: counts.draft,
    files: chooseLookedUp(input.texts, input.model).tokens,
    conversation: counts.conversation + input.earlier,
    images: input.images,
  };
  return { percent: memoryFullness(estimate(parts, input.functionCalling), input.model), parts };
}
