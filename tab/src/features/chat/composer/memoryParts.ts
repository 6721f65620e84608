import { estimate, memoryFullness, type MemoryParts } from '../../../../../api/contract/tokens.ts';
import type { Model } from '../../../../../api/contract/models.ts';
import type { EarlierMessages, Entry } from '../chat.state.ts';

/** How full the memory of the model would be with this message, in percent, and what fills it, in tokens. */
export interface Memory {
  percent: number;
  parts: MemoryParts;
}

export const emptyMemory: Memory = {
  percent: 0,
  parts: { customInstructions: 0, draft: 0, files: 0, conversation: 0, images: 0 },
};

/** One text of the prior conversation; the id lets its count be kept. */
export interface CountedText {
  id: string;
  text: string;
}

/** All that fills the memory: texts still to be counted, and tokens that are already known. */
export interface MemoryInput {
  customInstructions: string;
  draft: string;
  conversation: CountedText[];
  files: number;
  images: number;
  conversationFiles: number;
  functionCalling: boolean;
  model: Pick<Model, 'context_window' | 'max_output_tokens'> | null;
}

type Counted = Pick<Entry, 'message_id' | 'content' | 'state' | 'files'>;
type CountedChat = { entries: readonly Counted[]; earlier?: EarlierMessages };

/**
 * What of a chat goes with the next message: its texts, and the tokens of its files; of messages that are not loaded, the
 * server's estimate. A text still being written waits.
 */
export function conversationOf({
  entries,
  earlier,
}: CountedChat): Pick<MemoryInput, 'conversation' | 'conversationFiles' | 'images'> {
  const attached = entries.flatMap((entry) => entry.files);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    conversation: entries
      .filter((entry) => entry.state.name !== 'streaming')
      .map((entry) => ({ id: entry.message_id, text: entry.content })),
    conversationFiles:
      sum(attached.map((file) => (file.imageTokenCount === null ? file.tokens : 0))) +
      (earlier && earlier.name !== 'none' ? earlier.tokens : 0),
    images: sum(attached.map((file) => file.imageTokenCount ?? 0)),
  };
}

/** The formula of the contract over counted texts: instructions, draft, and the conversation's sum. */
export function memoryOf(input: MemoryInput, counts: { instructions: number; draft: number; talk: number }): Memory {
  const parts: MemoryParts = {
    customInstructions: counts.instructions,
    draft: counts.draft,
    files: input.files,
    conversation: counts.talk + input.conversationFiles,
    images: input.images,
  };
  return { percent: memoryFullness(estimate(parts, input.functionCalling), input.model), parts };
}
