import { z } from 'zod';
import { AvaError, isAvaError } from '../../../api/contract/errors.ts';
import { getModels, Model } from '../../../api/contract/models.ts';
import { getConfig, Organisation } from '../../../api/contract/organisation.ts';
import { login, Session } from '../../../api/contract/people.ts';
import { api, onSessionLost, setTokenSource } from '../api.ts';
import { texts } from '../texts.ts';
import { clearDatabase } from './browserDatabase.ts';
import { logFailure } from './log.ts';
import { setOwner } from './storageOwner.ts';
import { readSealed, writeSealed } from './encryptedStorage.ts';
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
/** Whose state this page holds; another person gets a new page. */
let shown: Session | null = null;
let consentMissing = false;
let restartPage: () => void = () => undefined;

/**
 * Begins a session with the identity of the place that the tab runs in.
 * @param restart Loads the page anew, which forgets everything that is in memory.
 */
export async function beginSession(place: Identity, restart: () => void): Promise<void> {
  identity = place;
  shown = null;
  restartPage = restart;
  onSessionLost(sessionExpired);
  await enter(place);
}

/** Signs in again: after signing out, after expiry, after a failed start, or where consent is missing. */
export async function signIn(): Promise<void> {
  if (!identity) return;
  try {
    await (consentMissing ? identity.consent() : identity.signIn());
    await enter(identity);
  } catch (cause) {
    logFailure(texts.failures.login, cause);
    if (!known(session.status)) fail(texts.failures.login);
  }
}

/** Ends AVA's session in this browser, not the one in Teams. Drafts stay for the same person's return. */
export async function signOut(): Promise<void> {
  setTokenSource(() => Promise.resolve(null));
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
  consentMissing = false;
  const token = () => tokenOf(place);
  setTokenSource(token);
  if ((await token()) === null) return nobody();
  setOwner(place.person);
  const kept = await keptSession();
  if (kept && session.status.name === 'starting') show(kept);
  try {
    const fresh = await fetchSession(place);
    setOwner(fresh.person);
    show(fresh);
    keep(fresh);
  } catch (cause) {
    logFailure(texts.failures.login, cause);
    refuse(isAvaError(cause) ? cause : new AvaError('unexpected', { cause }));
  }
}

/** A place that cannot give a token any more counts as one that knows nobody; the server then answers 401. */
async function tokenOf(place: Identity): Promise<string | null> {
  try {
    return await place.token();
  } catch (cause) {
    logFailure(texts.failures.login, cause);
    return null;
  }
}

function show(next: Known): void {
  const another = shown !== null && (shown.id !== next.person.id || shown.tenantId !== next.person.tenantId);
  if (another) return restartPage();
  shown = next.person;
  session.status = { name: 'signedIn', ...next };
}

function refuse(error: AvaError): void {
  if (error.code === 'not_signed_in') return nobody(texts.session.verify);
  consentMissing = error.code === 'consent_required';
  if (consentMissing) session.status = { name: 'signedOut', reason: error.detail };
  else if (!known(session.status)) fail(error.detail);
}

function nobody(reason?: string): void {
  if (known(session.status)) return sessionExpired();
  setOwner(null);
  session.status = reason === undefined ? { name: 'signedOut' } : { name: 'signedOut', reason };
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
