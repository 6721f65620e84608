import { z } from 'zod';
import { AvaError, isAvaError } from '#contract/errors.ts';
import { getModels, Model } from '#contract/models.ts';
import { getConfig, Organization } from '#contract/organization.ts';
import { login, refreshSession, Session } from '#contract/people.ts';
import { api, onUnauthorized, setTokenGetter } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import type { TokenProvider } from '#tab/teams/tokenProvider.ts';
import { texts } from '#tab/texts.ts';
import { clearDatabase } from './browserDatabase.ts';
import { removeObsoleteCopy } from './localStorage.ts';
import { logFailure } from './log.ts';
import { setStorageOwner } from './storageOwner.ts';
import { readEncrypted, writeEncrypted } from './encryptedStorage.ts';
import { network } from './network.ts';
import { getActiveSession, session, type ActiveSession, type SessionStatus } from './session.state.ts';
import { markSessionExpired, retryWithFreshToken } from './sessionExpiry.ts';

let tokenProvider: TokenProvider | null = null;
/** Person whose state is in memory. The page is reloaded when another person signs in. */
let currentPerson: Session | null = null;
let consentMissing = false;
let restartPage: () => void = () => undefined;

/**
 * Starts the session with the tokens of Teams or of the plain browser.
 * @param restart Reloads the page, which clears everything in memory.
 */
export async function startSession(provider: TokenProvider, restart: () => void): Promise<void> {
  tokenProvider = provider;
  currentPerson = null;
  restartPage = restart;
  onUnauthorized(markSessionExpired);
  await loadSession(provider);
}

/** Signs in again: after sign-out, expiry or a failed start, or when consent is missing. */
export async function signIn(): Promise<void> {
  if (!tokenProvider) return;
  try {
    await (consentMissing ? tokenProvider.requestConsent() : tokenProvider.signIn());
    await loadSession(tokenProvider);
  } catch (cause) {
    logFailure(texts.failures.login, cause);
    if (!getActiveSession(session.status)) setFailed(texts.failures.login);
  }
}

/** Asks for the person's consent to what AVA does in Microsoft 365. The person can refuse. */
export async function requestConsent(): Promise<void> {
  await tokenProvider?.requestConsent().catch((cause: unknown) => logFailure('consent was not given', cause));
}

/** Whether a token is available; without one the person has to sign in again. */
export async function hasToken(): Promise<boolean> {
  return tokenProvider === null || (await getTokenOrNull(tokenProvider)) !== null;
}

/** Ends AVA's session in this browser, not the one in Teams. Drafts stay for the person's next sign-in. */
export async function signOut(): Promise<void> {
  setTokenGetter(() => Promise.resolve(null));
  await clearCachedSession();
  session.status = { name: 'signedOut' };
  setStorageOwner(null);
  await tokenProvider?.signOut().catch((cause: unknown) => logFailure('sign-out failed', cause));
}

async function loadSession(provider: TokenProvider): Promise<void> {
  consentMissing = false;
  const getToken = () => getTokenOrNull(provider);
  setTokenGetter(getToken);
  if ((await getToken()) === null) return setSignedOut();
  setStorageOwner(provider.person);
  const cached = await readCachedSession();
  if (cached && session.status.name === 'starting') applySession(cached);
  try {
    const loaded = await fetchSession(provider);
    setStorageOwner(loaded.person);
    applySession(loaded);
    cacheSession(loaded);
  } catch (cause) {
    logFailure(texts.failures.login, cause);
    handleLoginError(isAvaError(cause) ? cause : new AvaError('unexpected', { cause }));
  }
}

/** A provider that fails counts as signed out; the server then answers 401. */
async function getTokenOrNull(provider: TokenProvider): Promise<string | null> {
  try {
    return await provider.getToken();
  } catch (cause) {
    logFailure(texts.failures.login, cause);
    return null;
  }
}

function applySession(next: ActiveSession): void {
  const isAnotherPerson =
    currentPerson !== null && (currentPerson.id !== next.person.id || currentPerson.tenantId !== next.person.tenantId);
  if (isAnotherPerson) return restartPage();
  currentPerson = next.person;
  session.status = { name: 'signedIn', ...next };
}

function handleLoginError(error: AvaError): void {
  // The API has rejected a fresh token, too, so logging in again from an alert cannot help.
  if (error.code === 'not_signed_in') return showSignIn(texts.session.verify);
  consentMissing = error.code === 'consent_required';
  if (consentMissing) session.status = { name: 'signedOut', reason: error.detail };
  else if (!getActiveSession(session.status)) setFailed(error.detail);
  // The screen shows cached data of the last start; offline, the banner explains that.
  else if (network.isOnline) showToast('error', error.detail);
}

/** Without a token: an open screen stays and shows the alert. */
function setSignedOut(): void {
  if (getActiveSession(session.status)) return markSessionExpired();
  showSignIn();
}

function showSignIn(reason?: string): void {
  session.status = reason === undefined ? { name: 'signedOut' } : { name: 'signedOut', reason };
  setStorageOwner(null);
}

async function fetchSession(provider: TokenProvider): Promise<ActiveSession> {
  const person = await nameFailure(texts.failures.login, () =>
    retryWithFreshToken(provider, () => api.call(login, {})),
  );
  const [config, models] = await Promise.all([
    nameFailure(texts.failures.config, () => api.call(getConfig, {})),
    fetchModels(),
  ]);
  return { person, organization: config.message, configVersion: config.version, ...models };
}

/** Without models a person can still read their chats; an alert says what they can do. */
async function fetchModels(): Promise<Pick<ActiveSession, 'models' | 'modelsFailed'>> {
  try {
    return { models: (await api.call(getModels, {})).models };
  } catch (cause) {
    if (isAvaError(cause) && cause.code === 'no_models') return { models: [] };
    if (isAvaError(cause) && needsSignIn(cause)) throw cause;
    logFailure(texts.failures.models, cause);
    return { models: getActiveSession(session.status)?.models ?? [], modelsFailed: true };
  }
}

/** Fetches the models again after that failed. */
export async function retryModels(): Promise<void> {
  const fetched = await fetchModels();
  const active = getActiveSession(session.status);
  if (!active) return;
  session.status = { ...session.status, ...active, modelsFailed: false, ...fetched } as SessionStatus;
  if (!fetched.modelsFailed) void writeEncrypted('models', fetched.models);
}

/** Reads the person's profile from Microsoft 365 again. Throws `Failed to refresh profile info`. */
export async function refreshProfile(): Promise<void> {
  try {
    replacePerson(await api.call(refreshSession, {}));
  } catch (cause) {
    logFailure(texts.failures.profile, cause);
    throw new Error(texts.failures.profile, { cause });
  }
}

/** Shows new data of the signed-in person, also after the next start. */
export function replacePerson(person: Session): void {
  const active = getActiveSession(session.status);
  if (!active) return;
  session.status = { ...session.status, ...active, person } as SessionStatus;
  void writeEncrypted('session', person);
}

/** Puts the step that failed before the reason, except where the reason leads to a sign-in. */
async function nameFailure<T>(sentence: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (!isAvaError(cause) || needsSignIn(cause)) throw cause;
    throw new AvaError(cause.code, { detail: `${sentence}. ${cause.detail}`, cause });
  }
}

function needsSignIn({ code }: AvaError): boolean {
  return code === 'not_signed_in' || code === 'consent_required';
}

async function readCachedSession(): Promise<ActiveSession | null> {
  const [person, organization, models] = await Promise.all([
    readEncrypted('session', Session),
    readEncrypted('organization', Organization),
    readEncrypted('models', z.array(Model)),
  ]);
  return person && organization && models ? { person, organization, models } : null;
}

function cacheSession({ person, organization, models, modelsFailed }: ActiveSession): void {
  removeObsoleteCopy();
  void writeEncrypted('session', person);
  void writeEncrypted('organization', organization);
  if (!modelsFailed) void writeEncrypted('models', models);
}

async function clearCachedSession(): Promise<void> {
  await Promise.all([
    writeEncrypted('session', undefined),
    writeEncrypted('organization', undefined),
    writeEncrypted('models', undefined),
    writeEncrypted('settings', undefined),
    clearDatabase('chats'),
    clearDatabase('chatList'),
  ]);
}

function setFailed(detail: string): void {
  session.status = { name: 'failed', detail };
}
