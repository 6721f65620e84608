import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import type { Certificate } from '../../../env/sandbox/certificate.ts';

/** Teams' own library as a browser loads it by a script element. */
const library = createRequire(import.meta.url).resolve('@microsoft/teams-js');

export interface GuestTab {
  url: string;
  /** The origin the page trusts as its host; known only once the host has started. */
  host: string;
  close(): Promise<void>;
}

/** What `/` offers a test as `window.guest`, beside `window.microsoftTeams`. */
const guestScript = `
  const { app, authentication, dialog } = microsoftTeams;
  const orReason = (promise, value) => promise.then((given) => value ?? given, String);
  const guest = {
    themes: [],
    answers: [],
    context: () => app.getContext(),
    token: () => orReason(authentication.getAuthToken()),
    follow: (url) => orReason(app.openLink(url), 'followed'),
    ask: (path, title) =>
      dialog.url.open({ url: location.origin + path, title, size: { width: 400, height: 300 } }, (answer) =>
        guest.answers.push(answer),
      ),
    fail: (message) => app.notifyFailure({ reason: app.FailedReason.Other, message }),
  };
  document.querySelector('button').addEventListener('click', async () =>
    guest.answers.push(await orReason(authentication.authenticate({ url: location.origin + '/popup' }))),
  );
  app.registerOnThemeChangeHandler((theme) => guest.themes.push(theme));
  guest.loaded = await app.notifySuccess();
  window.guest = guest;`;

const scripts: Record<string, string> = {
  '/': guestScript,
  '/dialog': `microsoftTeams.dialog.url.submit({ picked: 'Budget.pdf', in: microsoftTeams.app.getFrameContext() });`,
  '/question': '',
  '/popup': `microsoftTeams.authentication.notifySuccess('consented in ' + microsoftTeams.app.getFrameContext());`,
};

/**
 * A small page with the real teams-js in the tab's place, to see how a host answers: `/` begins like a tab, `/dialog`
 * hands a result back, `/question` waits, `/popup` ends a sign-in. Over https, because teams-js opens no sign-in over http.
 */
export async function serveGuestTab({ key, cert }: Pick<Certificate, 'key' | 'cert'>): Promise<GuestTab> {
  const teamsJs = await readFile(library);
  const server = createServer({ key, cert }, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'https://localhost');
    const isScript = pathname === '/teams.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? teamsJs : pageWith(scripts[pathname] ?? '', guest.host));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const guest = { url: `https://localhost:${(server.address() as AddressInfo).port}`, host: '', close };
  return guest;

  function close(): Promise<void> {
    return new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  }
}

function pageWith(script: string, host: string): string {
  return `<!doctype html><title>Guest</title><button>Sign in</button><script src="/teams.js"></script>
    <script type="module">
      await microsoftTeams.app.initialize(['${host}']);
      ${script}
    </script>`;
}
