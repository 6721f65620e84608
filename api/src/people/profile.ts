import type { Peer, Session } from '#contract/people.ts';
import type { Profile } from '#api/graph/graph.ts';
import type { Person } from '#api/identity/person.ts';
import { listTeams } from '#api/sites/teams.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';

/** The person's profile from Graph, completed from the token if Graph does not answer. */
export async function readProfile(ctx: AppContext, person: Person): Promise<Omit<Session, 'first_login'>> {
  const orWarn = (error: unknown): null => {
    ctx.log.warn({ error }, 'failed to read profile');
    return null;
  };
  const [profile, teams] = await Promise.all([
    ctx.graph.getProfile(person).catch(orWarn),
    listTeams(ctx, person).catch(orWarn),
  ]);
  return toSession(person, profile, teams ?? []);
}

function toSession(person: Person, profile: Profile | null, teams: readonly SiteRow[]): Omit<Session, 'first_login'> {
  const [givenName = '', ...surnames] = person.name.split(' ');
  return {
    id: person.id,
    tenantId: person.tenantId,
    email: profile?.email || person.email,
    name: profile?.name || person.name,
    givenName: profile?.givenName || givenName,
    surname: profile?.surname || surnames.join(' '),
    department: profile?.department ?? '',
    company: profile?.company ?? '',
    phone: profile?.phone ?? '',
    title: profile?.title ?? '',
    officeLocation: profile?.officeLocation ?? '',
    teams: teams.map(({ id, name }) => ({ id, name })),
    isAdministrator: person.isAdministrator,
  };
}

/** Records the visit and returns the profile. */
export async function startSession(ctx: AppContext, person: Person): Promise<Session> {
  const { welcomed } = await ctx.store.people.recordVisit(person, ctx.clock.now());
  const profile = await readProfile(ctx, person);
  await saveDepartment(ctx, person, profile.department);
  return { ...profile, first_login: !welcomed };
}

/** Reads the profile again. Throws `graph_unavailable` if Microsoft 365 does not answer, so that nothing is overwritten. */
export async function refreshSession(ctx: AppContext, person: Person): Promise<Session> {
  const [profile, teams, welcomed] = await Promise.all([
    ctx.graph.getProfile(person),
    listTeams(ctx, person),
    ctx.store.people.isWelcomed(person),
  ]);
  await saveDepartment(ctx, person, profile.department);
  return { ...toSession(person, profile, teams), first_login: !welcomed };
}

/** Saves the department for its budget. If Graph did not answer, the earlier one stays. */
async function saveDepartment({ store }: AppContext, person: Person, department: string): Promise<void> {
  if (department !== '') await store.people.saveDepartment(person, department);
}

/** Ends the welcome permanently, also if this is the person's first call. */
export async function finishWelcome({ store, clock }: AppContext, person: Person): Promise<{ first_login: false }> {
  await store.people.recordVisit(person, clock.now());
  await store.people.markWelcomed(person, clock.now());
  return { first_login: false };
}

/** People to share with, in alphabetical order. */
export async function listPeers({ graph }: AppContext, person: Person, search: string): Promise<Peer[]> {
  const collator = new Intl.Collator('en');
  const peers = await graph.listPeers(person, search);
  return peers.filter((peer) => peer.id !== person.id).toSorted((a, b) => collator.compare(a.name, b.name));
}
