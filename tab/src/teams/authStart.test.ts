import { jest } from '@jest/globals';
import type { RedirectRequest } from '@azure/msal-browser';

const loginRedirect = jest.fn((_request: RedirectRequest) => Promise.resolve());
const created = jest.fn();

jest.mock('./msalClient.ts', () => ({
  msalClient: async (...given: unknown[]) => {
    created(...given);
    return { handleRedirectPromise: async () => null, loginRedirect };
  },
}));

const SCOPE = 'api://ava.example/access_as_user';

it('asks for consent to AVA alone, and comes back to AVA alone, whatever its address says', async () => {
  document.body.innerHTML = `<script type="application/json" id="ava-environment">${JSON.stringify({ scope: SCOPE })}</script>`;
  const query = new URLSearchParams({
    scope: 'https://graph.microsoft.com/Mail.ReadWrite offline_access',
    redirectUri: 'https://evil.example',
    authority: 'https://evil.example',
    clientId: 'evil',
    loginHint: `ada@northwind.example${'x'.repeat(5_000)}`,
  });
  window.history.replaceState(null, '', `/auth-start.html?${query}`);
  await import('./authStart.ts');
  await new Promise((done) => setTimeout(done, 50));
  expect(loginRedirect).toHaveBeenCalledTimes(1);
  const [request] = loginRedirect.mock.calls[0] ?? [];
  expect(request).toEqual({ scopes: [SCOPE], prompt: 'consent', loginHint: expect.any(String) });
  expect(request?.loginHint?.length).toBeLessThanOrEqual(320);
  const [environment, place] = created.mock.calls[0] as [object, { redirectUri: string }];
  expect(environment).toMatchObject({ clientId: '', authority: '', scope: SCOPE });
  expect(place.redirectUri).toBe(`${window.location.origin}/auth-end.html`);
});
