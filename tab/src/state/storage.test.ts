import { webcrypto } from 'node:crypto';
import { z } from 'zod';
import type { Chat } from '#contract/chats/chat.ts';
import { isBlocked, clearDatabases } from '#tab/testing/memoryIdb.ts';
import { ada, sampleChat, sampleMetadata } from '#tab/testing/samples.ts';
import { clearDatabase, deleteDatabase, readDatabase, writeDatabase } from './browserDatabase.ts';
import { readLocal, writeLocal } from './localStorage.ts';
import { logFailure } from './log.ts';
import { setStorageOwner } from './storageOwner.ts';
import { readEncrypted, writeEncrypted } from './encryptedStorage.ts';

jest.mock('idb', () => jest.requireActual<object>('#tab/testing/memoryIdb.ts'));
jest.mock('./log.ts', () => ({ logFailure: jest.fn() }));

const ben = { tenantId: ada.tenantId, id: 'b0000000-0000-4000-8000-000000000002' };
const Note = z.object({ text: z.string() });
const nothing = { text: '' };

beforeAll(() => {
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value: webcrypto });
  Object.defineProperty(globalThis, 'IDBKeyRange', {
    configurable: true,
    value: { bound: (from: string, to: string) => ({ includes: (key: string) => key >= from && key <= to }) },
  });
});

beforeEach(() => {
  localStorage.clear();
  clearDatabases();
  jest.mocked(logFailure).mockClear();
  setStorageOwner(ada);
});
afterEach(() => jest.restoreAllMocks());

it("keeps Ada's local state for Ada only", () => {
  writeLocal('draft/c1', { text: 'Dear Ben' });
  expect(readLocal('draft/c1', Note, nothing)).toEqual({ text: 'Dear Ben' });

  setStorageOwner(ben);
  expect(readLocal('draft/c1', Note, nothing)).toEqual(nothing);
  setStorageOwner({ ...ada, tenantId: '77777777-7777-4777-8777-777777777777' });
  expect(readLocal('draft/c1', Note, nothing)).toEqual(nothing);
  setStorageOwner(null);
  expect(readLocal('draft/c1', Note, nothing)).toEqual(nothing);

  setStorageOwner(ada);
  writeLocal('draft/c1', undefined);
  expect(readLocal('draft/c1', Note, nothing)).toEqual(nothing);
});

it("keeps Ada's chats for Ada only", async () => {
  const chat: Chat = sampleChat(sampleMetadata());
  await writeDatabase('chats', chat.ConversationId, chat);
  setStorageOwner(ben);
  expect(await readDatabase('chats', chat.ConversationId)).toBeNull();
  await clearDatabase('chats');
  setStorageOwner(null);
  expect(await readDatabase('chats', chat.ConversationId)).toBeNull();

  setStorageOwner(ada);
  expect(await readDatabase('chats', chat.ConversationId)).toEqual(chat);
  await deleteDatabase('chats', chat.ConversationId);
  expect(await readDatabase('chats', chat.ConversationId)).toBeNull();
});

it("clears one person's records of a store", async () => {
  await writeDatabase('drafts', 'c1', { files: [] });
  await clearDatabase('drafts');
  expect(await readDatabase('drafts', 'c1')).toBeNull();
});

it('writes nothing while nobody is signed in', () => {
  setStorageOwner(null);
  writeLocal('openChat', 'c1');
  expect(localStorage).toHaveLength(0);
});

/** @proves threat:browser-storage */
it('encrypts stored values: unreadable in local storage, readable for their owner', async () => {
  await Promise.all([
    writeEncrypted('session', { text: 'Ada Moreau' }),
    writeEncrypted('organization', { text: 'Northwind' }),
  ]);
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/Ada Moreau|Northwind/);
  expect(await readEncrypted('session', Note)).toEqual({ text: 'Ada Moreau' });
  expect(await readEncrypted('organization', Note)).toEqual({ text: 'Northwind' });
});

/** @proves threat:browser-storage */
it("does not decrypt a value that was copied to another person's key, or changed", async () => {
  await writeEncrypted('session', { text: 'Ada Moreau' });
  const [key, encrypted] = Object.entries({ ...localStorage })[0] as [string, string];
  localStorage.setItem(key.replace(ada.id, ben.id), encrypted);
  setStorageOwner(ben);
  expect(await readEncrypted('session', Note)).toBeNull();

  setStorageOwner(ada);
  localStorage.setItem(key, `${encrypted.slice(0, -6)}AAAAAA`);
  expect(await readEncrypted('session', Note)).toBeNull();
  expect(logFailure).toHaveBeenCalledTimes(2);
});

/** @proves threat:blocked-storage */
it('continues when the storage is full, blocked or invalid, and logs it', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
  writeLocal('draft/c1', { text: 'Dear Ben' });
  await writeEncrypted('session', { text: 'Ada Moreau' });
  isBlocked.value = true;
  await writeDatabase('drafts', 'c1', {});
  expect(await readDatabase('drafts', 'c1')).toBeNull();
  expect(logFailure).toHaveBeenCalledTimes(4);

  jest.restoreAllMocks();
  writeLocal('draft/c1', { words: 'of another shape' });
  expect(readLocal('draft/c1', Note, nothing)).toEqual(nothing);
  expect(logFailure).toHaveBeenCalledTimes(5);
});
