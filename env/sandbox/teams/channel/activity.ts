import { z } from 'zod';

/** An entity of an activity: what stands beside `type` differs from one to the next. */
const Entity = z.looseObject({ type: z.string() });
export type Entity = z.infer<typeof Entity>;

const Attachment = z.looseObject({
  contentType: z.string(),
  content: z.unknown().optional(),
  contentUrl: z.string().optional(),
  name: z.string().optional(),
});
export type Attachment = z.infer<typeof Attachment>;

/** An activity as it stands on the wire. What the channel does not read itself passes through as it came. */
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

/** What an activity says of the stream it belongs to; undefined when it belongs to none. */
export function streamInfoOf(activity: Activity): Entity | undefined {
  return activity.entities.find(({ type }) => type === 'streaminfo');
}

/** The sign-in card of an activity and the resource a client may exchange a token for; undefined without one. */
export function signInAskedBy(activity: Activity): SignInCard | undefined {
  const card = activity.attachments.find(({ contentType }) => contentType === OAUTH_CARD);
  return card ? SignInCard.parse(card.content) : undefined;
}

const SignInCard = z.looseObject({
  connectionName: z.string().default(''),
  tokenExchangeResource: z.looseObject({ id: z.string() }).optional(),
});
export type SignInCard = z.infer<typeof SignInCard>;
