import { proxy, useSnapshot } from 'valtio';
import type { Model } from '#contract/models.ts';
import type { Organization } from '#contract/organization.ts';
import type { Session } from '#contract/people.ts';

/** The signed-in person, their organization and its models. */
export interface ActiveSession {
  person: Session;
  organization: Organization;
  models: Model[];
  /** Version of `organization` on the server; unknown for a cached session. */
  configVersion?: string;
  /** Whether `models` could not be fetched; a chat can still be read. */
  modelsFailed?: boolean;
}

export type SessionStatus =
  | { name: 'starting' }
  | { name: 'signedOut'; reason?: string }
  | ({ name: 'signedIn' } & ActiveSession)
  | ({ name: 'expired' } & ActiveSession)
  | { name: 'failed'; detail: string };

export const session = proxy<{ status: SessionStatus }>({ status: { name: 'starting' } });

/** Returns the session's data, also while it is expired so that the screen stays. */
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

/** Whether the models could not be fetched. */
export function useModelsFailed(): boolean {
  return useActiveSession()?.modelsFailed ?? false;
}

/** Models the person can choose from, in the organization's order; none before sign-in. */
export function useModels(): readonly Model[] {
  return useActiveSession()?.models ?? [];
}
