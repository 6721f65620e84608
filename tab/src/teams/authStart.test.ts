import { jest } from '@jest/globals';
import type { Configuration, RedirectRequest } from '@azure/msal-browser';

const loginRedirect = jest.fn((_request: RedirectRequest) => Promise.resolve());
const created = jest.fn((_configuration: Configuration) => undefined);

jest.mock('@azure/msal-browser', () => ({
  PublicClientApplication: class {
    loginRedirect = loginRedirect;
    constructor(configuration: Configuration) {
      created(configuration);
    }
    initialize = async () => undefined;
    handleRedirectPromise = async () => null;
  },
}));

const environment = {
  clientId: 'ava',
  authority: 'https://login.example/northwind',
  scope: 'api://ava.example/access_as_user',
};

/** @proves threat:sign-in-consent */
it('requests consent only for AVA and returns only to AVA, whatever its URL says', async () => {
  document.body.innerHTML = `<script type="application/json" id="ava-environment">${JSON.stringify(environment)}</script>`;
  const query = new URLSearchParams({
    scope: 'https://graph.microsoft.com/Mail.ReadWrite offline_access',
    redirectUri: 'https://evil.example',
    authority: 'https://evil.example',
    clientId: 'evil',
    loginHint: `ada@northwind.example${'x'.repeat(5_000)}`,
  });
  window.history.replaceState(null, '', `/auth-start.html?${query}`);
  await import('./authStart.ts');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(loginRedirect).toHaveBeenCalledTimes(1);
  const [request] = loginRedirect.mock.calls[0] ?? [];
  expect(request).toEqual({ scopes: [environment.scope], prompt: 'consent', loginHint: expect.any(String) });
  expect(request?.loginHint?.length).toBeLessThanOrEqual(320);
  expect(created.mock.calls[0]?.[0].auth).toMatchObject({
    clientId: 'ava',
    authority: environment.authority,
    redirectUri: `${window.location.origin}/auth-end.html`,
  });
});
