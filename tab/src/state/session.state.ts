import { proxy, useSnapshot } from 'valtio';
import type { Model } from '../../../api/contract/models.ts';
import type { Organisation } from '../../../api/contract/organisation.ts';
import type { Session } from '../../../api/contract/people.ts';

/** Who is signed in and where, as far as the tab knows. */
export interface Known {
  person: Session;
  organisation: Organisation;
  models: Model[];
}

export type SessionStatus =
  | { name: 'starting' }
  | { name: 'signedOut'; reason?: string }
  | ({ name: 'signedIn' } & Known)
  | ({ name: 'expired' } & Known)
  | { name: 'failed'; detail: string };

export const session = proxy<{ status: SessionStatus }>({ status: { name: 'starting' } });

/** What is known of the session; kept while it is expired, so that the screen stays as it was. */
export function known(status: SessionStatus): Known | null {
  return status.name === 'signedIn' || status.name === 'expired' ? status : null;
}

function useKnown(): Known | null {
  return known(useSnapshot(session).status as SessionStatus);
}

export function usePerson(): Session | null {
  return useKnown()?.person ?? null;
}

export function useOrganisation(): Organisation | null {
  return useKnown()?.organisation ?? null;
}

/** The models a person may choose from, in the organisation's order; none before sign-in. */
export function useModels(): readonly Model[] {
  return useKnown()?.models ?? [];
}
