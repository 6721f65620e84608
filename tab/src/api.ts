import { sendWithProgress } from './sendWithProgress.ts';
import { createClient, type Client } from '#contract/client.ts';

type TokenGetter = () => Promise<string | null>;

let getToken: TokenGetter = () => Promise.resolve(null);
let handleUnauthorized: () => void = () => undefined;

/** Sets where the bearer token of every call comes from: Teams, or sign-in in a plain browser. */
export function setTokenGetter(next: TokenGetter): void {
  getToken = next;
}

/** Sets the listener for 401. `state/sessionExpiry.ts` marks the session as expired; the call is not repeated. */
export function onUnauthorized(listener: () => void): void {
  handleUnauthorized = listener;
}

/** The API client of the tab, on the page's own origin. */
export const api: Client = createClient({
  baseUrl: '',
  token: () => getToken(),
  onNotSignedIn: () => handleUnauthorized(),
  sendWithProgress,
});
