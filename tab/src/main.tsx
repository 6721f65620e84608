import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readEnvironment, type Environment } from './environment.ts';
import { Root } from './Root.tsx';
import { preloadChatScreen } from './AppRoutes.tsx';
import { areas } from './shell/areas.tsx';
import { startSession } from './state/session.actions.ts';
import { detectHost, followTaskLink, type Host, type HostTheme } from './teams/teamsHost.ts';
import type { TokenProvider } from './teams/tokenProvider.ts';
import { createTeamsTokenProvider } from './teams/teamsTokenProvider.ts';
import { useDeviceTheme } from './teams/useDeviceTheme.ts';

async function main(): Promise<void> {
  preloadChatScreen();
  const environment = readEnvironment();
  const host = await detectHost(environment.hostOrigins);
  followTaskLink(areas[1].path);
  const [tokenProvider, useHostTheme] = await Promise.all([createTokenProvider(host, environment), getThemeHook(host)]);
  const root = document.getElementById('root');
  if (!root) throw new Error('missing #root element');
  createRoot(root).render(
    <StrictMode>
      <Root host={host} environment={environment} useHostTheme={useHostTheme} />
    </StrictMode>,
  );
  await startSession(tokenProvider, () => window.location.reload());
}

async function createTokenProvider(host: Host, environment: Environment): Promise<TokenProvider> {
  if (host.kind === 'teams') return createTeamsTokenProvider(host.context, environment);
  const { createBrowserTokenProvider } = await import('./teams/browserTokenProvider.ts');
  return createBrowserTokenProvider(environment);
}

async function getThemeHook(host: Host): Promise<() => HostTheme> {
  if (host.kind === 'browser') return useDeviceTheme;
  const { useTeamsTheme } = await import('./teams/useTeamsTheme.ts');
  return () => useTeamsTheme(host.theme);
}

void main();
