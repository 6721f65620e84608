import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readEnvironment, type Environment } from './environment.ts';
import { Root } from './Root.tsx';
import { preloadScreen } from './AppRoutes.tsx';
import { beginSession, type Identity } from './state/session.actions.ts';
import { start, type Host, type HostTheme } from './teams/teamsHost.ts';
import { teamsIdentity } from './teams/teamsSignIn.ts';
import { useDeviceTheme } from './teams/useDeviceTheme.ts';

async function main(): Promise<void> {
  preloadScreen();
  const environment = readEnvironment();
  const host = await start(environment.hostOrigins);
  const [identity, usePlaceTheme] = await Promise.all([identityOf(host, environment), themeHookOf(host)]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the tab.');
  createRoot(root).render(
    <StrictMode>
      <Root host={host} environment={environment} usePlaceTheme={usePlaceTheme} />
    </StrictMode>,
  );
  await beginSession(identity, () => window.location.reload());
}

async function identityOf(host: Host, environment: Environment): Promise<Identity> {
  if (host.kind === 'teams') return teamsIdentity(host.context, environment);
  const { browserIdentity } = await import('./teams/browserSignIn.ts');
  return browserIdentity(environment);
}

async function themeHookOf(host: Host): Promise<() => HostTheme> {
  if (host.kind === 'browser') return useDeviceTheme;
  const { useTeamsTheme } = await import('./teams/useTeamsTheme.ts');
  return () => useTeamsTheme(host.theme);
}

void main();
