import { z } from 'zod';
import { isAvaError } from '../../../api/contract/errors.ts';
import { getModels, Model } from '../../../api/contract/models.ts';
import { getConfig, Organisation } from '../../../api/contract/organisation.ts';
import { login, Session } from '../../../api/contract/people.ts';
import { api, onSessionLost, setTokenSource } from '../api.ts';
import { texts } from '../texts.ts';
import { clearDatabase } from './database.ts';
import { logFailure } from './log.ts';
import { setOwner } from './owner.ts';
import { readSealed, writeSealed } from './sealed.ts';
import { known, session, type Known } from './session.state.ts';

/** Where tokens come from: Teams, or the plain browser's own sign-in. */
export interface Identity {
  /** Who the place says is signed in, before any call; `null` when it does not know. */
  person: { tenantId: string; id: string } | null;
  /** A bearer for AVA's own audience; `null` when nobody is signed in. */
  token(options?: { fresh: boolean }): Promise<string | null>;
  /** Asks the person to sign in. Leaves the page in a plain browser. */
  signIn(): Promise<void>;
  /** Asks the person to agree to what AVA does in their name in Microsoft 365. */
  consent(): Promise<void>;
  signOut(): Promise<void>;
}

let identity: Identity | null = null;

/** Begins a session with the identity of the place that the tab runs in. */
export async function beginSession(place: Identity): Promise<void> {
  identity = place;
  setTokenSource(() => place.token());
  onSessionLost(sessionExpired);
  await enter(place);
}

/** Signs in again: after signing out, after expiry, after a failed start. */
export async function signIn(): Promise<void> {
  if (!identity) return;
  try {
    await identity.signIn();
    await enter(identity);
  } catch (cause) {
    logFailure(texts.failures.login, cause);
    fail(texts.failures.login);
  }
}

/** Ends AVA's session in this browser, not the one in Teams. Drafts stay for the same person's return. */
export async function signOut(): Promise<void> {
  await forget();
  session.status = { name: 'signedOut' };
  setOwner(null);
  await identity?.signOut().catch((cause: unknown) => logFailure('Signing out failed.', cause));
}

/** Shows that the session has expired; the screen and what was typed stay. */
export function sessionExpired(): void {
  const knows = known(session.status);
  if (knows) session.status = { ...knows, name: 'expired' };
}

async function enter(place: Identity): Promise<void> {
  const token = await place.token().catch((cause: unknown) => {
    logFailure(texts.failures.login, cause);
    return null;
  });
  if (token === null) return nobody(place);
  setOwner(place.person);
  const kept = await keptSession();
  if (kept && session.status.name === 'starting') session.status = { name: 'signedIn', ...kept };
  try {
    const fresh = await fetchSession(place);
    setOwner(fresh.person);
    session.status = { name: 'signedIn', ...fresh };
    keep(fresh);
  } catch (cause) {
    logFailure(texts.failures.login, cause);
    if (isAvaError(cause) && cause.code === 'not_signed_in') return nobody(place);
    if (!known(session.status)) fail(isAvaError(cause) ? cause.detail : texts.failures.login);
  }
}

function nobody(place: Identity): void {
  if (known(session.status)) return sessionExpired();
  setOwner(null);
  session.status = place.person ? { name: 'signedOut', reason: texts.session.verify } : { name: 'signedOut' };
}

/** Asks who this is, once more with a fresh token when the first one is refused (specification, section 6). */
async function fetchSession(place: Identity): Promise<Known> {
  const person = await api.call(login, {}).catch(async (cause: unknown) => {
    if (!isAvaError(cause) || cause.code !== 'not_signed_in') throw cause;
    await place.token({ fresh: true });
    return api.call(login, {});
  });
  const [config, models] = await Promise.all([api.call(getConfig, {}), fetchModels()]);
  return { person, organisation: config.message, models };
}

/** An organisation without models can still look at its chats; the alert says whom to ask. */
async function fetchModels(): Promise<Model[]> {
  try {
    return (await api.call(getModels, {})).models;
  } catch (cause) {
    if (isAvaError(cause) && cause.code === 'no_models') return [];
    throw cause;
  }
}

async function keptSession(): Promise<Known | null> {
  const [person, organisation, models] = await Promise.all([
    readSealed('session', Session),
    readSealed('organisation', Organisation),
    readSealed('models', z.array(Model)),
  ]);
  return person && organisation && models ? { person, organisation, models } : null;
}

function keep({ person, organisation, models }: Known): void {
  void writeSealed('session', person);
  void writeSealed('organisation', organisation);
  void writeSealed('models', models);
}

async function forget(): Promise<void> {
  await Promise.all([
    writeSealed('session', undefined),
    writeSealed('organisation', undefined),
    writeSealed('models', undefined),
    writeSealed('settings', undefined),
    clearDatabase('chats'),
    clearDatabase('chatList'),
  ]);
}

function fail(detail: string): void {
  session.status = { name: 'failed', detail };
}
