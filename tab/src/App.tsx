import { makeStyles } from '@fluentui/react-components';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import type { ChatType } from '../../api/contract/chat.ts';
import { newChat } from './features/chat/chat.actions.ts';
import { PersonMenu } from './features/settings/PersonMenu.tsx';
import { loadSettings } from './features/settings/settings.actions.ts';
import { useWorkspaceOfChat } from './features/workspace/useChatWorkspace.ts';
import { usePanelSizes } from './features/settings/useWorkspaceWidth.ts';
import { Panels } from './DialogHost.tsx';
import { Screens } from './AppRoutes.tsx';
import { Alerts } from './shell/alerts/Alerts.tsx';
import { areaOf, pathOfType } from './shell/areas.tsx';
import { Header } from './shell/layout/Header.tsx';
import { closeDrawers, restoreLayout, selectWorkspaceTab } from './shell/layout/layout.actions.ts';
import { StartingScreen } from './shell/startup/StartingScreen.tsx';
import { toasts } from './shell/toasts/toasts.ts';
import { useLayoutWidth } from './shell/layout/useLayoutWidth.ts';
import { useShortcuts } from './shell/keyboard/useKeyboardShortcuts.ts';
import { known, session } from './state/session.state.ts';

const SignedOutScreen = lazy(() => import('./shell/startup/SignedOutScreen.tsx'));
const FailedScreen = lazy(() => import('./shell/startup/StartFailedScreen.tsx'));
const Toaster = lazy(() => import('./shell/toasts/Toaster.tsx'));

const useStyles = makeStyles({ app: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 } });

interface AppProps {
  place: 'teams' | 'browser';
  /** Whether the identity provider is the sandbox's own. */
  sandbox: boolean;
}

/** AVA, from the first moment on: starting, signed out, or at work. */
export function App({ place, sandbox }: AppProps) {
  const styles = useStyles();
  const { status } = useSnapshot(session);
  const person = known(status as typeof session.status)?.person;
  useLayoutWidth();

  return (
    <div className={styles.app}>
      {status.name === 'starting' && <StartingScreen />}
      <Suspense>
        {status.name === 'failed' && <FailedScreen detail={status.detail} />}
        {status.name === 'signedOut' && <SignedOutScreen place={place} reason={status.reason} sandbox={sandbox} />}
      </Suspense>
      {person && <AtWork key={person.id} />}
      <Toasts />
    </div>
  );
}

function Toasts() {
  const { entries } = useSnapshot(toasts);
  return <Suspense>{entries.length > 0 && <Toaster />}</Suspense>;
}

/** The screen of a signed-in person; made anew for another one. */
function AtWork() {
  const [, navigate] = useLocation();

  useEffect(() => {
    restoreLayout();
    void loadSettings();
  }, []);
  usePanelSizes();
  useWorkspaceOfChat();

  const begin = useCallback(() => {
    const type: ChatType = areaOf(location.pathname).name === 'knowledgeSearch' ? 'search' : 'chat';
    newChat(type);
    selectWorkspaceTab('Search');
    closeDrawers();
    navigate(pathOfType(type));
  }, [navigate]);
  useShortcuts(begin);

  return (
    <>
      <Alerts />
      <Header person={<PersonMenu />} onNewChat={begin} />
      <Screens onNewChat={begin} />
      <Panels />
    </>
  );
}
