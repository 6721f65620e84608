import { createFakeApi } from '#tab/testing/fakeApi.ts';

/** Replaces the client in tests that say `jest.mock('…/api.ts')`; the test defines the server's responses. */
export const api = createFakeApi();

export const { onUnauthorized, setTokenGetter } = jest.requireActual<typeof import('#tab/api.ts')>('#tab/api.ts');
