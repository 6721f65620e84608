import type { Peer, Session } from '../../contract/people.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';

/** The person's profile from Graph; where Graph does not answer, what the token says. */
export async function readProfile({ graph, log }: AppContext, person: Person): Promise<Omit<Session, 'first_login'>> {
  const known = await graph.getProfile(person).catch((error: unknown) => {
    log.warn({ error }, 'the profile could not be read');
    return null;
  });
  const [given = '', ...rest] = person.name.split(' ');
  return {
    id: person.id,
    tenantId: person.tenantId,
    email: known?.email || person.email,
    name: known?.name || person.name,
    givenName: known?.givenName || given,
    surname: known?.surname || rest.join(' '),
    department: known?.department ?? '',
    company: known?.company ?? '',
    phone: known?.phone ?? '',
    title: known?.title ?? '',
    officeLocation: known?.officeLocation ?? '',
    teams: [],
    isAdministrator: person.isAdministrator,
  };
}

/** Records the visit and answers with the profile. */
export async function beginSession(ctx: AppContext, person: Person): Promise<Session> {
  const { first } = await ctx.store.people.recordVisit(person, ctx.clock.now());
  return { ...(await readProfile(ctx, person)), first_login: first };
}

export async function refreshProfile(ctx: AppContext, person: Person): Promise<Session> {
  return { ...(await readProfile(ctx, person)), first_login: false };
}

/** People to share with, sorted as a person would sort them. */
export async function listPeers({ graph }: AppContext, person: Person, search: string): Promise<Peer[]> {
  const order = new Intl.Collator('en');
  const peers = await graph.listPeers(person, search);
  return peers.filter((peer) => peer.id !== person.id).toSorted((a, b) => order.compare(a.name, b.name));
}
