import { z } from 'zod';
import type { Activity } from './activity.ts';
import { refuse } from './refusal.ts';

export const AI_ENTITY = 'https://schema.org/Message';

/** Teams takes 20, but its own Agents Playground stops at 10 and wants an abstract: what passes here passes in both. */
const MOST_CITATIONS = 10;

const Claim = z.looseObject({
  '@type': z.literal('Claim'),
  position: z.number().int().positive(),
  appearance: z.looseObject({
    '@type': z.literal('DigitalDocument'),
    name: z.string().min(1).max(80),
    abstract: z.string().min(1).max(160),
    url: z.url().optional(),
    keywords: z.array(z.string().max(28)).max(3).optional(),
    image: z.looseObject({ '@type': z.literal('ImageObject'), name: z.string() }).optional(),
  }),
});

const AiEntity = z.looseObject({
  type: z.literal(AI_ENTITY),
  '@type': z.literal('Message'),
  '@context': z.literal('https://schema.org'),
  additionalType: z.tuple([z.literal('AIGeneratedContent')]).optional(),
  citation: z.array(Claim).max(MOST_CITATIONS).default([]),
});
export type AiEntity = z.infer<typeof AiEntity>;

/**
 * The label and the citations of a message, checked by Teams' rules; undefined when it has none.
 * @throws ConnectorRefusal 400 naming what does not fit: two entities, a name of 81 characters, a position used twice.
 */
export function aiEntityOf(activity: Activity): AiEntity | undefined {
  const found = activity.entities.filter(({ type }) => type === AI_ENTITY);
  if (found.length > 1) throw refuse.badRequest('A message has at most one entity of the type Message.');
  const checked = AiEntity.optional().safeParse(found[0]);
  if (!checked.success) throw refuse.badRequest(`The entity of the type Message: ${z.prettifyError(checked.error)}`);
  const positions = checked.data?.citation.map(({ position }) => position) ?? [];
  if (new Set(positions).size < positions.length) throw refuse.badRequest('Two citations have the same position.');
  return checked.data;
}
