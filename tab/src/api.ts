import { createClient, type Client } from '../../api/contract/client.ts';

type TokenSource = () => Promise<string | null>;

let source: TokenSource = () => Promise.resolve(null);
let sessionLost: () => void = () => undefined;

/** Says where the bearer of every call comes from: Teams, or the plain browser's own sign-in. */
export function setTokenSource(next: TokenSource): void {
  source = next;
}

/** Says who is told when a call is answered 401. */
export function onSessionLost(listener: () => void): void {
  sessionLost = listener;
}

/** The one client of the tab, on the page's own origin. */
export const api: Client = createClient({
  baseUrl: '',
  token: () => source(),
  onNotSignedIn: () => sessionLost(),
});
