import { z } from 'zod';
import { PromptForm } from './promptForm.ts';

const Id = z.uuid();
/**
 * Proof of the answer that the card's message shows (`auth/answerProof.ts`). Cards in Teams carry it under this name.
 */
const place = z.string().max(4_000).default('');

/** The data of a button in one of AVA's cards. */
export const CardAction = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('ask'), text: z.string().trim().min(1).max(4_000) }),
  z.object({ verb: z.literal('showSources'), asker: z.string().max(100), chat: Id, message: Id, place }),
  z.object({ verb: z.literal('stop'), asker: z.string().max(100) }),
  z.object({ verb: z.literal('site'), site: z.string().max(400) }),
  z.object({ verb: z.literal('model'), model: z.string().max(200) }),
  z.object({ verb: z.literal('continue'), chat: Id }),
  z.object({ verb: z.literal('usePrompt'), prompt: Id }),
  PromptForm,
  z.object({ verb: z.literal('runTask'), task: Id, all: z.boolean() }),
  z.object({ verb: z.literal('stopTask'), asker: z.string().max(100), task: Id, run: Id }),
  z.object({ verb: z.literal('showOutputs'), asker: z.string().max(100), task: Id }),
]);
export type CardAction = z.infer<typeof CardAction>;

/** The action in the value of an invoke or of a message; `null` if there is none. */
export function parseCardAction(value: unknown): CardAction | null {
  const invoke = z.object({ action: z.object({ data: z.unknown() }) }).safeParse(value);
  const parsed = CardAction.safeParse(invoke.success ? invoke.data.action.data : value);
  return parsed.success ? parsed.data : null;
}
