import { proxy, useSnapshot } from 'valtio';
import type { Model } from '../../../api/contract/models.ts';
import type { Organization } from '../../../api/contract/organization.ts';
import type { Session } from '../../../api/contract/people.ts';

/** Who is signed in and where, as far as the tab knows. */
export interface ActiveSession {
  person: Session;
  organization: Organization;
  models: Model[];
}

export type SessionStatus =
  | { name: 'starting' }
  | { name: 'signedOut'; reason?: string }
  | ({ name: 'signedIn' } & ActiveSession)
  | ({ name: 'expired' } & ActiveSession)
  | { name: 'failed'; detail: string };

export const session = proxy<{ status: SessionStatus }>({ status: { name: 'starting' } });

/** What is known of the session; kept while it is expired, so that the screen stays as it was. */
export function getActiveSession(status: SessionStatus): ActiveSession | null {
  return status.name === 'signedIn' || status.name === 'expired' ? status : null;
}

function useActiveSession(): ActiveSession | null {
  return getActiveSession(useSnapshot(session).status as SessionStatus);
}

export function usePerson(): Session | null {
  return useActiveSession()?.person ?? null;
}

export function useOrganization(): Organization | null {
  return useActiveSession()?.organization ?? null;
}

/** The models a person may choose from, in the organization's order; none before sign-in. */
export function useModels(): readonly Model[] {
  return useActiveSession()?.models ?? [];
}
