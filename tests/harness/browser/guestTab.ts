import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import type { Certificate } from '#sandbox/server/certificate.ts';

/** Path of the teams-js file that a browser loads with a script element. */
const library = createRequire(import.meta.url).resolve('@microsoft/teams-js');

export interface GuestTab {
  url: string;
  /** The origin that the page trusts as its host; set when the host has started. */
  host: string;
  close(): Promise<void>;
}

/** Script of `/`: tests use its `window.guest` and `window.microsoftTeams`. */
const guestScript = `
  const { app, authentication, dialog } = microsoftTeams;
  const settle = (promise, value) => promise.then((result) => value ?? result, String);
  const guest = {
    themes: [],
    answers: [],
    context: () => app.getContext(),
    token: (request) => settle(authentication.getAuthToken(request)),
    follow: (url) => settle(app.openLink(url), 'followed'),
    ask: (path, title) =>
      dialog.url.open({ url: location.origin + path, title, size: { width: 400, height: 300 } }, (answer) =>
        guest.answers.push(answer),
      ),
    fail: (message) => app.notifyFailure({ reason: app.FailedReason.Other, message }),
  };
  document.querySelector('button').addEventListener('click', async () =>
    guest.answers.push(await settle(authentication.authenticate({ url: location.origin + '/popup' }))),
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
 * A small page with the real teams-js instead of AVA's tab, to test the host: `/` starts like a tab, `/dialog` submits a
 * result, `/question` waits, `/popup` ends a sign-in. Over https, because teams-js refuses sign-in over http.
 */
export async function serveGuestTab({ key, cert }: Pick<Certificate, 'key' | 'cert'>): Promise<GuestTab> {
  const teamsJs = await readFile(library);
  const server = createServer({ key, cert }, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'https://localhost');
    const isScript = pathname === '/teams.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? teamsJs : toPage(scripts[pathname] ?? '', guest.host));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const guest = { url: `https://localhost:${(server.address() as AddressInfo).port}`, host: '', close };
  return guest;

  function close(): Promise<void> {
    return new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

function toPage(script: string, host: string): string {
  return `<!doctype html><title>Guest</title><button>Sign in</button><script src="/teams.js"></script>
    <script type="module">
      await microsoftTeams.app.initialize(['${host}']);
      ${script}
    </script>`;
}
