import { navigate } from 'wouter/use-browser-location';

/** Goes to the root route, where a send that failed with 401 leaves the person (specification, section 2). */
export function goHome(): void {
  if (location.pathname !== '/') navigate('/');
}
