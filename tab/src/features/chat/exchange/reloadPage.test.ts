import { AvaError } from '#contract/errors.ts';
import { getHealth } from '#contract/organization.ts';
import { api } from '#tab/api.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { setStorageOwner } from '#tab/state/storageOwner.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { ada } from '#tab/testing/samples.ts';
import { reloadAfterFailedCreate, showReloadReason } from './reloadPage.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');

const server = api as FakeApi;
const reload = jest.fn();
const sentence = 'I had trouble creating a new chat in the database.';

beforeEach(() => {
  server.reset();
  server.answer(getHealth, () => ({ status: 'ok' as const, store: 'ok' as const, entra: 'ok', version: '1' }));
  reload.mockReset();
  toasts.entries = [];
  localStorage.clear();
  setStorageOwner(ada);
});
afterEach(() => jest.restoreAllMocks());

it('reloads after a chat could not be created and shows the reason once', async () => {
  await reloadAfterFailedCreate(sentence, reload);
  expect(reload).toHaveBeenCalledTimes(1);
  showReloadReason();
  showReloadReason();
  expect(toasts.entries.map((toast) => toast.text)).toEqual([sentence]);
});

it('does not reload in a loop', async () => {
  await reloadAfterFailedCreate(sentence, reload);
  await reloadAfterFailedCreate(sentence, reload);
  expect(reload).toHaveBeenCalledTimes(1);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 6 * 60_000);
  await reloadAfterFailedCreate(sentence, reload);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('does not reload while the server is down or without local storage', async () => {
  server.answer(getHealth, () => Promise.reject(new AvaError('unexpected')));
  await reloadAfterFailedCreate(sentence, reload);
  server.answer(getHealth, () => ({ status: 'ok' as const, store: 'ok' as const, entra: 'ok', version: '1' }));
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('The storage is full.');
  });
  await reloadAfterFailedCreate(sentence, reload);
  expect(reload).not.toHaveBeenCalled();
});
