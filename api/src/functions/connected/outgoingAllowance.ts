import type { ToolSchema } from '#api/mcp/toolSchema.ts';
import { measureArguments } from './argumentBits.ts';
import { readOwnWords, type OwnWords } from './ownWords.ts';

/**
 * How much an answer can reveal to connected systems after its model has read texts by other people, in bits. Such a
 * text could have asked the model to send what it knows. The allowance is enough for a few questions and too little for
 * a sentence.
 */
export const MAX_OUTGOING_BITS = 64;

/** Decides for one answer which arguments leave AVA. */
export interface OutgoingAllowance {
  /** Whether these arguments of a tool can be sent. If so, their bits are taken off the allowance. */
  take(schema: ToolSchema, args: unknown): boolean;
}

/**
 * Arguments consist of choices: a value of those that the schema lists, or a part of one text that the person wrote. Each
 * choice counts as the logarithm of its alternatives, so that the calls of an answer distinguish at most
 * 2^MAX_OUTGOING_BITS messages. No word of the person is sent twice.
 * @param toolCount how many functions the model can choose from
 */
export function createOutgoingAllowance(ownTexts: readonly string[], toolCount: number): OutgoingAllowance {
  // The person's words are read only for the first call of a connected system, because most answers have no such call.
  let own: OwnWords | undefined;
  const sent = new Set<string>();
  let left = MAX_OUTGOING_BITS;
  return {
    take(schema, args) {
      const measured = measureArguments(schema, args, (own ??= readOwnWords(ownTexts)));
      if (!measured) return false;
      // The choice of the tool counts as well, with one more alternative: to call no tool.
      const bits = Math.log2(toolCount + 1) + measured.bits;
      // A word can occur twice only within one part of a text, because the person wrote it twice there.
      const words = measured.words.flatMap((part) => [...new Set(part)]);
      const isRepeated = new Set(words).size < words.length || words.some((word) => sent.has(word));
      if (isRepeated || bits > left) return false;
      left -= bits;
      for (const word of words) sent.add(word);
      return true;
    },
  };
}
