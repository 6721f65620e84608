import { z } from 'zod';
import type { Activity } from './activity.ts';
import { connectorErrors } from './connectorErrors.ts';

export const AI_ENTITY = 'https://schema.org/Message';

/** Maximum citations: 20 in Teams, but only 10, each with an abstract, in Microsoft's Agents Playground. */
const MAX_CITATIONS = 10;

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
  citation: z.array(Claim).max(MAX_CITATIONS).default([]),
});
export type AiEntity = z.infer<typeof AiEntity>;

/**
 * Returns the AI label and the citations of a message; undefined without them.
 *
 * @throws ConnectorError 400 if they violate Teams' rules
 */
export function getAiEntity(activity: Activity): AiEntity | undefined {
  const entities = activity.entities.filter(({ type }) => type === AI_ENTITY);
  if (entities.length > 1) throw connectorErrors.badRequest('A message has at most one entity of the type Message.');
  const checked = AiEntity.optional().safeParse(entities[0]);
  if (!checked.success)
    throw connectorErrors.badRequest(`The entity of the type Message: ${z.prettifyError(checked.error)}`);
  const positions = checked.data?.citation.map(({ position }) => position) ?? [];
  if (new Set(positions).size < positions.length)
    throw connectorErrors.badRequest('Two citations have the same position.');
  return checked.data;
}
