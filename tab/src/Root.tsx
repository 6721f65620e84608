import { FluentProvider, makeStaticStyles } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { App } from './App.tsx';
import type { Environment } from './environment.ts';
import { settings } from './features/settings/settings.state.ts';
import { useTouchStyles } from './shell/layout/touchTargets.styles.ts';
import { logFailure } from './state/log.ts';
import { notifySuccess, type Host, type HostTheme } from './teams/teamsHost.ts';
import { themes, themeShown } from './theme.ts';

const useStaticStyles = makeStaticStyles({
  // Not as a class of the provider: that one also dresses the layers of menus and dialogs, which would cover the page.
  'html, body, #root, #root > *': { height: '100%', margin: 0, overflow: 'hidden' },
});

interface RootProps {
  host: Host;
  environment: Environment;
  /** A hook that follows the theme of the place AVA is in; the same one for the life of the page. */
  usePlaceTheme: () => HostTheme;
}

/** AVA in the theme of its place, or in the one the person chose. */
export function Root({ host, environment, usePlaceTheme }: RootProps) {
  useStaticStyles();
  useTouchStyles();
  const shown = themeShown(useSnapshot(settings).defaultTheme, usePlaceTheme());

  useEffect(() => {
    // For scroll bars and the browser's own controls. Not in the page itself: until AVA is drawn, Teams shines through.
    document.documentElement.style.colorScheme = shown === 'default' ? 'light' : 'dark';
  }, [shown]);

  useEffect(() => {
    if (host.kind !== 'teams') return;
    notifySuccess().catch((cause: unknown) => logFailure('Teams could not be told that the tab is shown.', cause));
  }, [host]);

  return (
    <FluentProvider theme={themes[shown]} data-theme={shown}>
      <App place={host.kind} sandbox={isLocal(environment.authority)} />
    </FluentProvider>
  );
}

function isLocal(authority: string): boolean {
  return authority !== '' && ['localhost', '127.0.0.1'].includes(new URL(authority).hostname);
}
