import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';
import { SiteId } from './sites.ts';

/**
 * `open`: no owner has answered. `granted`: an owner says that the person has access now; the request disappears when Microsoft
 * 365 lets them read the site. `declined`: the person can ask again a day later.
 */
export const AccessRequestState = z.enum(['open', 'granted', 'declined']);
export type AccessRequestState = z.infer<typeof AccessRequestState>;

const AccessDecision = AccessRequestState.exclude(['open']);
export type AccessDecision = z.infer<typeof AccessDecision>;

/** A request of another person for a site that the caller owns. */
export const ReceivedAccessRequest = z.object({
  site_id: z.string(),
  person_id: Id,
  name: z.string(),
  email: z.string(),
  asked: z.number().describe('milliseconds'),
});
export type ReceivedAccessRequest = z.infer<typeof ReceivedAccessRequest>;

/** The caller's request for a site that they can't read. Like the list of these sites, it names it by its link. */
export const OwnAccessRequest = z.object({ link: z.string(), state: AccessRequestState });
export type OwnAccessRequest = z.infer<typeof OwnAccessRequest>;

const toggle = 'knowledgeSearch' as const;

export const getAccessRequests = endpoint({
  method: 'GET',
  path: '/sites/access_requests',
  summary: "The caller's requests for access to sites, and the open ones for sites that the caller owns",
  toggle,
  reply: z.object({ mine: z.array(OwnAccessRequest), received: z.array(ReceivedAccessRequest) }),
});

export const requestAccess = endpoint({
  method: 'POST',
  path: '/sites/access_requests',
  summary: 'Asks the owners of a site for access. Sent twice, it is one request',
  toggle,
  body: z.object({ link: z.string().min(1).max(2_048).describe('link of a site that the caller cannot read') }),
  reply: OwnAccessRequest,
});

export const decideAccess = endpoint({
  method: 'POST',
  path: '/sites/{site_id}/access_requests',
  summary: 'For owners: answers a request. The access itself is given in SharePoint',
  toggle,
  ids: { site_id: 'site', person_id: 'person' },
  params: z.object({ site_id: SiteId }),
  body: z.object({ person_id: Id, decision: AccessDecision }),
  reply: z.object({ decided: z.literal(true) }),
});
