import { AvaError } from '../../../api/contract/errors.ts';
import { getModels } from '../../../api/contract/models.ts';
import { getConfig } from '../../../api/contract/organization.ts';
import { login } from '../../../api/contract/people.ts';
import { api, onUnauthorized, setTokenGetter } from '../api.ts';
import type { FakeApi } from '../testing/fakeApi.ts';
import { ada, sampleModel, sampleOrganization } from '../testing/samples.ts';
import { clearDatabase } from './browserDatabase.ts';
import { readLocal, writeLocal } from './localStorage.ts';
import { setStorageOwner } from './storageOwner.ts';
import { writeEncrypted } from './encryptedStorage.ts';
import { startSession, markSessionExpired, signIn, signOut, type TokenProvider } from './session.actions.ts';
import { session } from './session.state.ts';
import { z } from 'zod';

const kept = new Map<string, unknown>();
jest.mock('../api.ts', () => ({
  api: jest.requireActual<typeof import('../testing/fakeApi.ts')>('../testing/fakeApi.ts').createFakeApi(),
  setTokenSource: jest.fn(),
  onSessionLost: jest.fn(),
}));
jest.mock('./log.ts', () => ({ logFailure: jest.fn() }));
jest.mock('./browserDatabase.ts', () => ({ clearDatabase: jest.fn(() => Promise.resolve()) }));
jest.mock('./encryptedStorage.ts', () => ({
  readSealed: (name: string) => Promise.resolve(kept.get(name) ?? null),
  writeSealed: jest.fn((name: string, value: unknown) => {
    if (value === undefined) kept.delete(name);
    else kept.set(name, value);
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
  server.answer(getConfig, () => ({ message: sampleOrganization() }));
  server.answer(getModels, () => ({ models: [sampleModel()] }));
}

beforeEach(() => {
  server.reset();
  kept.clear();
  localStorage.clear();
  setStorageOwner(null);
  restart.mockClear();
  jest.mocked(writeEncrypted).mockClear();
  session.status = { name: 'starting' };
});

it('signs Ada in and keeps, sealed, what the next start can begin with', async () => {
  serveAda();
  await startSession(identity(), restart);
  expect(session.status).toMatchObject({ name: 'signedIn', person: { name: 'Ada Moreau' } });
  expect([...kept.keys()].toSorted()).toEqual(['models', 'organization', 'session']);
});

it('shows what it kept at once and what the server says when it has come', async () => {
  kept
    .set('session', ada)
    .set('organization', sampleOrganization({ name: 'Northwind before' }))
    .set('models', []);
  let answer: (value: typeof ada) => void = () => undefined;
  serveAda();
  server.answer(login, () => new Promise((resolve) => (answer = resolve)));

  const begun = startSession(identity(), restart);
  await new Promise((turn) => setTimeout(turn));
  expect(session.status).toMatchObject({ name: 'signedIn', organization: { name: 'Northwind before' } });
  answer(ada);
  await begun;
  expect(session.status).toMatchObject({ name: 'signedIn', organization: { name: 'Northwind Studio' } });
});

it('asks once more with a fresh token when the first is refused', async () => {
  serveAda();
  let asked = 0;
  server.answer(login, () => {
    asked += 1;
    if (asked === 1) throw new AvaError('not_signed_in');
    return ada;
  });
  const place = identity();
  await startSession(place, restart);
  expect(place.getToken).toHaveBeenCalledWith({ fresh: true });
  expect(session.status.name).toBe('signedIn');
});

it('is signed out in a plain browser that knows nobody, without asking the server', async () => {
  await startSession(identity({ person: null, getToken: () => Promise.resolve(null) }), restart);
  expect(session.status).toEqual({ name: 'signedOut' });
  expect(server.calls).toEqual([]);
});

it('lets Ada in although the organization has no models', async () => {
  serveAda();
  server.answer(getModels, () => {
    throw new AvaError('no_models');
  });
  await startSession(identity(), restart);
  expect(session.status).toMatchObject({ name: 'signedIn', models: [] });
});

it('says why it could not start, and starts when tried again', async () => {
  server.answer(login, () => {
    throw new AvaError('store_unavailable');
  });
  await startSession(identity(), restart);
  expect(session.status).toEqual({ name: 'failed', detail: new AvaError('store_unavailable').detail });
  serveAda();
  await signIn();
  expect(session.status.name).toBe('signedIn');
});

it('asks for consent when Microsoft 365 wants it', async () => {
  serveAda();
  server.answer(login, () => {
    throw new AvaError('consent_required');
  });
  const place = identity();
  await startSession(place, restart);
  expect(session.status).toEqual({ name: 'signedOut', reason: new AvaError('consent_required').detail });
  serveAda();
  await signIn();
  expect(place.requestConsent).toHaveBeenCalled();
  expect(session.status.name).toBe('signedIn');
});

it('keeps the screen when the session expires, and her draft when closing the alert signs Ada out', async () => {
  serveAda();
  const place = identity();
  await startSession(place, restart);
  writeLocal('draft/c1', 'Dear Ben');

  markSessionExpired();
  expect(session.status).toMatchObject({ name: 'expired', person: { name: 'Ada Moreau' } });
  await signOut();

  expect(session.status).toEqual({ name: 'signedOut' });
  expect(kept.size).toBe(0);
  expect(jest.mocked(clearDatabase).mock.calls).toEqual([['chats'], ['chatList']]);
  expect(place.signOut).toHaveBeenCalled();
  expect(await jest.mocked(setTokenGetter).mock.lastCall?.[0]()).toBeNull();
  setStorageOwner(ada);
  expect(readLocal('draft/c1', z.string(), '')).toBe('Dear Ben');
});

it('expires when a token cannot be had any more', async () => {
  serveAda();
  const token = jest.fn(() => Promise.resolve<string | null>('a token'));
  await startSession(identity({ getToken: token }), restart);
  token.mockRejectedValue(new Error('resourceDisabled'));
  expect(await jest.mocked(setTokenGetter).mock.lastCall?.[0]()).toBeNull();
  jest.mocked(onUnauthorized).mock.lastCall?.[0]();
  expect(session.status.name).toBe('expired');
});

it('starts the page anew when somebody else signs in, so that nothing of Ada is left in it', async () => {
  serveAda();
  await startSession(identity(), restart);
  markSessionExpired();
  server.answer(login, () => ({ ...ada, id: 'b0000000-0000-4000-8000-000000000002', name: 'Ben Okafor' }));
  await signIn();
  expect(restart).toHaveBeenCalled();
  expect(session.status).not.toMatchObject({ person: { name: 'Ben Okafor' } });
});
