import { z } from 'zod';
import { endpoint, Id } from './endpoint.ts';

/** The signed-in person, from the token and the profile in Graph. Contains no tokens. */
export const Session = z.object({
  id: z.string().describe('object id'),
  tenantId: z.string(),
  email: z.string(),
  name: z.string(),
  givenName: z.string(),
  surname: z.string(),
  first_login: z.boolean().describe('true until the person has seen or skipped the welcome'),
  department: z.string(),
  company: z.string(),
  phone: z.string(),
  title: z.string(),
  officeLocation: z.string(),
  teams: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('sites with a corpus that the person can read, by name; prompts can be shared with them'),
  isAdministrator: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const login = endpoint({
  method: 'GET',
  path: '/login',
  summary: 'Starts a session: records the visit and returns the profile',
  reply: Session,
});

export const refreshSession = endpoint({
  method: 'POST',
  path: '/user/refresh',
  summary: 'Reads the profile again',
  reply: Session,
});

export const finishWelcome = endpoint({
  method: 'POST',
  path: '/user/welcomed',
  summary: 'Remembers that the caller has seen or skipped the welcome',
  reply: z.object({ first_login: z.literal(false) }),
});

export const Peer = z.object({ id: z.string(), name: z.string(), email: z.string(), title: z.string() });
export type Peer = z.infer<typeof Peer>;

export const getPeers = endpoint({
  method: 'GET',
  path: '/user/peers',
  summary: 'People that the caller works with, or whose name or address starts with `search`',
  query: z.object({ search: z.string().max(200).default('') }),
  reply: z.object({ peers: z.array(Peer) }),
});

export const getPhoto = endpoint({
  method: 'GET',
  path: '/user/photo',
  summary: "A person's photo, 48 by 48 pixels; without id and email, the caller's photo",
  ids: { id: 'person' },
  query: z.object({ id: Id.optional(), email: z.string().max(320).optional() }),
  bytes: 'image/*',
});

export const getSharePointToken = endpoint({
  method: 'GET',
  path: '/api/auth/sharepoint-token',
  summary: 'Always refused: clients access Microsoft 365 through AVA',
  reply: z.never(),
});
