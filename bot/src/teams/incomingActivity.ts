import { z } from 'zod';
import { isServiceUrl, type ServiceUrls } from './serviceUrls.ts';

const Account = z.looseObject({
  id: z.string().min(1).max(1_024),
  name: z.string().max(1_024).nullish(),
  aadObjectId: z.string().max(100).nullish(),
});

/** The fields that every activity needs. Other fields pass through and are checked where they are used. */
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

/** The tenant that an activity comes from; empty if it names none. */
export function getTenantId(activity: {
  conversation: { tenantId?: string | null | undefined };
  channelData?: unknown;
}): string {
  const channelData = ChannelData.safeParse(activity.channelData);
  const tenantId = channelData.success ? channelData.data.tenant?.id : undefined;
  return tenantId ?? activity.conversation.tenantId ?? '';
}

export interface AllowedOrigin {
  serviceUrls: ServiceUrls;
  /** The organization's tenant; `null` in the sandbox's playground, which has none. */
  tenantId: string | null;
}

/** Why an activity must not be handled; `null` if it can be. */
export function findRefusalReason(activity: IncomingActivity, { serviceUrls, tenantId }: AllowedOrigin): string | null {
  if (!isServiceUrl(activity.serviceUrl, serviceUrls)) return 'service URL not allowed';
  if (tenantId !== null && getTenantId(activity) !== tenantId) return 'tenant not allowed';
  return null;
}
