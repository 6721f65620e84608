import { z } from 'zod';
import { isServiceUrl, type ServiceUrls } from './serviceUrls.ts';

const Account = z.looseObject({
  id: z.string().min(1).max(1_024),
  name: z.string().max(1_024).nullish(),
  aadObjectId: z.string().max(100).nullish(),
});

/**
 * The least an activity must have to be looked at. Everything else in it stays as it came; what the bot uses of it is
 * checked where it is used.
 */
export const IncomingActivity = z.looseObject({
  type: z.string().min(1).max(60),
  id: z.string().max(1_024).optional(),
  channelId: z.string().min(1).max(60),
  serviceUrl: z.url({ protocol: /^https?$/ }).max(2_048),
  name: z.string().max(200).nullish(),
  from: Account,
  recipient: Account,
  conversation: z.looseObject({ id: z.string().min(1).max(1_024), tenantId: z.string().max(100).nullish() }),
  channelData: z.unknown().optional(),
});
export type IncomingActivity = z.infer<typeof IncomingActivity>;

const ChannelData = z.object({ tenant: z.object({ id: z.string().max(100) }).optional() });

/** The tenant an activity comes from; empty where it names none. */
export function tenantOf(activity: {
  conversation: { tenantId?: string | null | undefined };
  channelData?: unknown;
}): string {
  const data = ChannelData.safeParse(activity.channelData);
  return (data.success ? data.data.tenant?.id : undefined) ?? activity.conversation.tenantId ?? '';
}

export interface Expected {
  serviceUrls: ServiceUrls;
  /** The organization's tenant; `null` in the sandbox's playground, which has none. */
  tenantId: string | null;
}

/** Why an activity is not even looked at, or `null`. Whoever sent it is answered nothing but a status. */
export function refusalOf(activity: IncomingActivity, { serviceUrls, tenantId }: Expected): string | null {
  if (!isServiceUrl(activity.serviceUrl, serviceUrls)) return 'a channel that is not ours';
  if (tenantId !== null && tenantOf(activity) !== tenantId) return 'a tenant that is not ours';
  return null;
}
