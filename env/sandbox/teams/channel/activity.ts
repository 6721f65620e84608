import { z } from 'zod';

/** An entity of an activity; its other properties depend on `type`. */
const Entity = z.looseObject({ type: z.string() });
export type Entity = z.infer<typeof Entity>;

const Attachment = z.looseObject({
  contentType: z.string(),
  content: z.unknown().optional(),
  contentUrl: z.string().optional(),
  name: z.string().optional(),
});
export type Attachment = z.infer<typeof Attachment>;

/** An activity as it is sent. Properties that the channel does not use are passed through unchanged. */
export const Activity = z.looseObject({
  type: z.string(),
  id: z.string().optional(),
  text: z.string().optional(),
  replyToId: z.string().optional(),
  entities: z.array(Entity).default([]),
  attachments: z.array(Attachment).default([]),
  channelData: z.looseObject({}).optional(),
});
export type Activity = z.infer<typeof Activity>;

export const OAUTH_CARD = 'application/vnd.microsoft.card.oauth';
export const ADAPTIVE_CARD = 'application/vnd.microsoft.card.adaptive';
export const FILE_DOWNLOAD = 'application/vnd.microsoft.teams.file.download.info';

/** The stream information of an activity; undefined if it is not part of a stream. */
export function getStreamInfo(activity: Activity): Entity | undefined {
  return activity.entities.find(({ type }) => type === 'streaminfo');
}

/** The sign-in card of an activity; undefined without one. */
export function getSignInCard(activity: Activity): SignInCard | undefined {
  const card = activity.attachments.find(({ contentType }) => contentType === OAUTH_CARD);
  return card ? SignInCard.parse(card.content) : undefined;
}

const SignInCard = z.looseObject({
  connectionName: z.string().default(''),
  tokenExchangeResource: z.looseObject({ id: z.string() }).optional(),
});
export type SignInCard = z.infer<typeof SignInCard>;
