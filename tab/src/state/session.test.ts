import { AvaError } from '#contract/errors.ts';
import { getModels } from '#contract/models.ts';
import { getConfig } from '#contract/organization.ts';
import { login } from '#contract/people.ts';
import { api, onUnauthorized, setTokenGetter } from '#tab/api.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { ada, sampleModel, sampleOrganization } from '#tab/testing/samples.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import type { TokenProvider } from '#tab/teams/tokenProvider.ts';
import { clearDatabase } from './browserDatabase.ts';
import { readLocal, writeLocal } from './localStorage.ts';
import { setStorageOwner } from './storageOwner.ts';
import { writeEncrypted } from './encryptedStorage.ts';
import { retryModels, startSession, signIn, signOut } from './session.actions.ts';
import { markSessionExpired } from './sessionExpiry.ts';
import { session } from './session.state.ts';
import { z } from 'zod';

const encrypted = new Map<string, unknown>();
jest.mock('#tab/api.ts', () => ({
  api: jest.requireActual<typeof import('#tab/testing/fakeApi.ts')>('#tab/testing/fakeApi.ts').createFakeApi(),
  setTokenGetter: jest.fn(),
  onUnauthorized: jest.fn(),
}));
jest.mock('./log.ts', () => ({ logFailure: jest.fn() }));
jest.mock('./browserDatabase.ts', () => ({ clearDatabase: jest.fn(() => Promise.resolve()) }));
jest.mock('./encryptedStorage.ts', () => ({
  readEncrypted: (name: string) => Promise.resolve(encrypted.get(name) ?? null),
  writeEncrypted: jest.fn((name: string, value: unknown) => {
    if (value === undefined) encrypted.delete(name);
    else encrypted.set(name, value);
    return Promise.resolve();
  }),
}));

const server = api as FakeApi;
const restart = jest.fn();

function identity(changes: Partial<TokenProvider> = {}): TokenProvider {
  return {
    person: { tenantId: ada.tenantId, id: ada.id },
    getToken: jest.fn(() => Promise.resolve<string | null>('a token')),
    signIn: jest.fn(() => Promise.resolve()),
    requestConsent: jest.fn(() => Promise.resolve()),
    signOut: jest.fn(() => Promise.resolve()),
    ...changes,
  };
}

function serveAda() {
  server.answer(login, () => ada);
  server.answer(getConfig, () => ({ message: sampleOrganization(), version: '1' }));
  server.answer(getModels, () => ({ models: [sampleModel()] }));
}

beforeEach(() => {
  server.reset();
  encrypted.clear();
  localStorage.clear();
  setStorageOwner(null);
  restart.mockClear();
  toasts.entries = [];
  jest.mocked(writeEncrypted).mockClear();
  session.status = { name: 'starting' };
});

it('signs Ada in and stores the encrypted session for the next start', async () => {
  serveAda();
  await startSession(identity(), restart);
  expect(session.status).toMatchObject({ name: 'signedIn', person: { name: 'Ada Moreau' } });
  expect([...encrypted.keys()].toSorted()).toEqual(['models', 'organization', 'session']);
});

it('removes the copy of the organization that an earlier version stored under another name', async () => {
  serveAda();
  const key = `ava/${ada.tenantId}.${ada.id}/organisation`;
  localStorage.setItem(key, 'encrypted');
  await startSession(identity(), restart);
  expect(localStorage.getItem(key)).toBeNull();
});

it("shows the cached session first and then the server's", async () => {
  encrypted
    .set('session', ada)
    .set('organization', sampleOrganization({ name: 'Northwind before' }))
    .set('models', []);
  let answer: (value: typeof ada) => void = () => undefined;
  serveAda();
  server.answer(login, () => new Promise((resolve) => (answer = resolve)));

  const starting = startSession(identity(), restart);
  await new Promise((turn) => setTimeout(turn));
  expect(session.status).toMatchObject({ name: 'signedIn', organization: { name: 'Northwind before' } });
  answer(ada);
  await starting;
  expect(session.status).toMatchObject({ name: 'signedIn', organization: { name: 'Northwind Studio' } });
});

it('retries once with a fresh token when the first is rejected', async () => {
  serveAda();
  let calls = 0;
  server.answer(login, () => {
    calls += 1;
    if (calls === 1) throw new AvaError('not_signed_in');
    return ada;
  });
  const provider = identity();
  await startSession(provider, restart);
  expect(provider.getToken).toHaveBeenCalledWith({ fresh: true });
  expect(session.status.name).toBe('signedIn');
});

it('shows the sign-in screen when the fresh token is rejected, too, at the start and after an expired session', async () => {
  serveAda();
  await startSession(identity(), restart);
  markSessionExpired();
  server.answer(login, () => {
    throw new AvaError('not_signed_in');
  });
  const signedOut = { name: 'signedOut', reason: "I couldn't verify your session. Please log in again." };
  await signIn();
  expect(session.status).toEqual(signedOut);
  session.status = { name: 'starting' };
  encrypted.set('session', ada).set('organization', sampleOrganization()).set('models', []);
  await startSession(identity(), restart);
  expect(session.status).toEqual(signedOut);
});

it('signs nobody in and calls nothing in a plain browser without an account', async () => {
  await startSession(identity({ person: null, getToken: () => Promise.resolve(null) }), restart);
  expect(session.status).toEqual({ name: 'signedOut' });
  expect(server.calls).toEqual([]);
});

it('signs Ada in although the organization has no models', async () => {
  serveAda();
  server.answer(getModels, () => {
    throw new AvaError('no_models');
  });
  await startSession(identity(), restart);
  expect(session.status).toMatchObject({ name: 'signedIn', models: [] });
});

/** @shows Failed to login */
it('shows why it could not start, and starts on retry', async () => {
  server.answer(login, () => {
    throw new AvaError('store_unavailable');
  });
  await startSession(identity(), restart);
  expect(session.status).toEqual({
    name: 'failed',
    detail: `Failed to login. ${new AvaError('store_unavailable').detail}`,
  });
  serveAda();
  await signIn();
  expect(session.status.name).toBe('signedIn');
});

/** @shows Failed to fetch user config */
it('says that only the configuration could not be fetched: on the screen, or in a toast if a cached session is shown', async () => {
  serveAda();
  server.answer(getConfig, () => {
    throw new AvaError('unexpected');
  });
  const detail = `Failed to fetch user config. ${new AvaError('unexpected').detail}`;
  await startSession(identity(), restart);
  expect(session.status).toEqual({ name: 'failed', detail });
  session.status = { name: 'starting' };
  encrypted.set('session', ada).set('organization', sampleOrganization()).set('models', []);
  await startSession(identity(), restart);
  expect(session.status.name).toBe('signedIn');
  expect(toasts.entries.map(({ text }) => text)).toEqual([detail]);
});

/** @proves call:getModels */
it('signs Ada in without models when they could not be fetched, and fetches them on retry', async () => {
  serveAda();
  server.answer(getModels, () => {
    throw new AvaError('unexpected');
  });
  await startSession(identity(), restart);
  expect(session.status).toMatchObject({ name: 'signedIn', models: [], modelsFailed: true });
  expect(encrypted.has('models')).toBe(false);
  serveAda();
  await retryModels();
  expect(session.status).toMatchObject({ name: 'signedIn', models: [sampleModel()], modelsFailed: false });
});

it('asks for consent when Microsoft 365 requires it', async () => {
  serveAda();
  server.answer(login, () => {
    throw new AvaError('consent_required');
  });
  const provider = identity();
  await startSession(provider, restart);
  expect(session.status).toEqual({ name: 'signedOut', reason: new AvaError('consent_required').detail });
  serveAda();
  await signIn();
  expect(provider.requestConsent).toHaveBeenCalled();
  expect(session.status.name).toBe('signedIn');
});

it("keeps the screen when the session expires, and Ada's draft when she signs out", async () => {
  serveAda();
  const provider = identity();
  await startSession(provider, restart);
  writeLocal('draft/c1', 'Dear Ben');

  markSessionExpired();
  expect(session.status).toMatchObject({ name: 'expired', person: { name: 'Ada Moreau' } });
  await signOut();

  expect(session.status).toEqual({ name: 'signedOut' });
  expect(encrypted.size).toBe(0);
  expect(jest.mocked(clearDatabase).mock.calls).toEqual([['chats'], ['chatList']]);
  expect(provider.signOut).toHaveBeenCalled();
  expect(await jest.mocked(setTokenGetter).mock.lastCall?.[0]()).toBeNull();
  setStorageOwner(ada);
  expect(readLocal('draft/c1', z.string(), '')).toBe('Dear Ben');
});

it('the session expires when no token is available any more', async () => {
  serveAda();
  const token = jest.fn(() => Promise.resolve<string | null>('a token'));
  await startSession(identity({ getToken: token }), restart);
  token.mockRejectedValue(new Error('resourceDisabled'));
  expect(await jest.mocked(setTokenGetter).mock.lastCall?.[0]()).toBeNull();
  jest.mocked(onUnauthorized).mock.lastCall?.[0]();
  expect(session.status.name).toBe('expired');
});

it("reloads the page when somebody else signs in, so that none of Ada's data stays in memory", async () => {
  serveAda();
  await startSession(identity(), restart);
  markSessionExpired();
  server.answer(login, () => ({ ...ada, id: 'b0000000-0000-4000-8000-000000000002', name: 'Ben Okafor' }));
  await signIn();
  expect(restart).toHaveBeenCalled();
  expect(session.status).not.toMatchObject({ person: { name: 'Ben Okafor' } });
});
