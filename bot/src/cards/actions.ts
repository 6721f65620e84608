import { z } from 'zod';

const Id = z.uuid();
/** Which message the card stands in, under the bot's seal (`place.ts`). */
const Place = z.string().max(4_000).default('');

/** What a button of AVA's cards carries; what is not one of these was not made by AVA. */
export const CardAction = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('ask'), text: z.string().trim().min(1).max(4_000) }),
  z.object({ verb: z.literal('showSources'), asker: z.string().max(100), chat: Id, message: Id, place: Place }),
  z.object({ verb: z.literal('stop'), asker: z.string().max(100) }),
  z.object({ verb: z.literal('site'), site: z.string().max(400) }),
  z.object({ verb: z.literal('model'), model: z.string().max(200) }),
  z.object({ verb: z.literal('continue'), chat: Id }),
]);
export type CardAction = z.infer<typeof CardAction>;

/** The action in an invoke's value or in a message that a button sent; `null` for anything else. */
export function actionOf(value: unknown): CardAction | null {
  const invoked = z.object({ action: z.object({ data: z.unknown() }) }).safeParse(value);
  const parsed = CardAction.safeParse(invoked.success ? invoked.data.action.data : value);
  return parsed.success ? parsed.data : null;
}
