import { z } from 'zod';
import { endpoint, Id } from './endpoint.ts';

/** Who is signed in, from the token and from Graph's profile. Tokens themselves are never part of it. */
export const Session = z.object({
  id: z.string().describe('object id'),
  tenantId: z.string(),
  email: z.string(),
  name: z.string(),
  givenName: z.string(),
  surname: z.string(),
  first_login: z.boolean(),
  department: z.string(),
  company: z.string(),
  phone: z.string(),
  title: z.string(),
  officeLocation: z.string(),
  teams: z.array(z.object({ id: z.string(), name: z.string() })),
  isAdministrator: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const login = endpoint({
  method: 'GET',
  path: '/login',
  summary: 'Begins a session: records the person and answers with the profile',
  reply: Session,
});

export const refreshSession = endpoint({
  method: 'POST',
  path: '/user/refresh',
  summary: 'Reads the profile anew',
  reply: Session,
});

export const Peer = z.object({ id: z.string(), name: z.string(), email: z.string(), title: z.string() });
export type Peer = z.infer<typeof Peer>;

export const getPeers = endpoint({
  method: 'GET',
  path: '/user/peers',
  summary: 'People of the organization the caller works with, or whose name or address begins with `search`',
  query: z.object({ search: z.string().max(200).default('') }),
  reply: z.object({ peers: z.array(Peer) }),
});

export const getPhoto = endpoint({
  method: 'GET',
  path: '/user/photo',
  summary: "A person's photo, 48 by 48; without an address the caller's own",
  ids: { id: 'person' },
  query: z.object({ id: Id.optional(), email: z.string().max(320).optional() }),
  bytes: 'image/*',
});

export const getSharePointToken = endpoint({
  method: 'GET',
  path: '/api/auth/sharepoint-token',
  summary: 'Always refused: Microsoft 365 is reached through AVA',
  reply: z.never(),
});
