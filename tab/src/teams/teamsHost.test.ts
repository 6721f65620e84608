import { app } from '@microsoft/teams-js';
import type { Host } from './teamsHost.ts';

jest.mock('@microsoft/teams-js', () => ({
  app: { initialize: jest.fn(), getContext: jest.fn(), openLink: jest.fn() },
  authentication: {},
  pages: {},
}));
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

const context = {
  app: { host: { clientType: 'desktop' }, theme: 'dark' },
  page: { subPageId: '' },
  user: { id: 'ada', loginHint: 'ada@northwind.example', tenant: { id: 'northwind' } },
};

/** Loads a new copy of the module each time, because it keeps the detected host. */
async function start(origins: string[] = []): Promise<Host> {
  let teamsHost: typeof import('./teamsHost.ts') | undefined;
  await jest.isolateModulesAsync(async () => {
    teamsHost = await import('./teamsHost.ts');
  });
  if (!teamsHost) throw new Error('The module was not loaded.');
  return teamsHost.detectHost(origins);
}

function embed(embedded: boolean) {
  Object.defineProperty(window, 'parent', { configurable: true, value: embedded ? {} : window });
}

beforeEach(() => jest.clearAllMocks());
afterEach(() => {
  embed(false);
  jest.useRealTimers();
});

it('detects a plain browser without calling Teams when the page is not embedded', async () => {
  expect(await start()).toEqual({ kind: 'browser' });
  expect(app.initialize).not.toHaveBeenCalled();
});

it('detects Teams, its theme and the signed-in person when the embedding page answers', async () => {
  embed(true);
  jest.mocked(app.initialize).mockResolvedValue(undefined);
  jest.mocked(app.getContext).mockResolvedValue(context as unknown as app.Context);
  expect(await start(['http://localhost:3979'])).toEqual({
    kind: 'teams',
    theme: 'dark',
    context: {
      tenantId: 'northwind',
      personId: 'ada',
      loginHint: 'ada@northwind.example',
      isPhone: false,
      subPageId: null,
    },
  });
  expect(app.initialize).toHaveBeenCalledWith(['http://localhost:3979']);
});

it('detects a plain browser when the embedding page does not answer in four seconds', async () => {
  jest.useFakeTimers();
  embed(true);
  jest.mocked(app.initialize).mockReturnValue(new Promise(() => undefined));
  const onEnded = jest.fn();
  void start().then(onEnded);
  await jest.advanceTimersByTimeAsync(3_999);
  expect(onEnded).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(100);
  expect(onEnded).toHaveBeenCalledWith({ kind: 'browser' });
});
