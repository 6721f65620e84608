import { navigate } from 'wouter/use-browser-location';

/** Opens the root route after a 401. */
export function navigateHome(): void {
  if (location.pathname !== '/') navigate('/');
}
