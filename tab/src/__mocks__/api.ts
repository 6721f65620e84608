import { createFakeApi } from '../testing/fakeApi.ts';

/** Stands in for the client in every story that says `jest.mock('…/api.ts')`; the story says what the server answers. */
export const api = createFakeApi();

export const { onSessionLost, setTokenSource } = jest.requireActual<typeof import('../api.ts')>('../api.ts');
