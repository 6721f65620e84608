import { makeStyles, useFocusFinders } from '@fluentui/react-components';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import type { ChatType } from '#contract/chats/chat.ts';
import { PersonMenu } from './features/settings/PersonMenu.tsx';
import { loadSettings } from './features/settings/settings.actions.ts';
import { SystemAlert } from './features/settings/SystemAlert.tsx';
import { useChatWorkspace } from './features/workspace/useChatWorkspace.ts';
import { useWorkspaceWidth } from './features/settings/useWorkspaceWidth.ts';
import { DialogHost, SignedOutDialogHost } from './DialogHost.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { Alerts } from './shell/alerts/Alerts.tsx';
import { findArea, getChatPath } from './shell/areas.tsx';
import { Header } from './shell/layout/Header.tsx';
import { SkipLink } from './shell/layout/SkipLink.tsx';
import { closeDrawers, restoreLayout, selectWorkspaceTab } from './shell/layout/layout.actions.ts';
import { StartingScreen } from './shell/startup/StartingScreen.tsx';
import { Toaster } from './shell/toasts/Toaster.tsx';
import { toasts } from './shell/toasts/toasts.ts';
import { useLayoutWidth } from './shell/layout/useLayoutWidth.ts';
import { useKeyboardShortcuts } from './shell/keyboard/useKeyboardShortcuts.ts';
import { watchOrganization } from './state/organization.sync.ts';
import { getActiveSession, session } from './state/session.state.ts';
import { openNewChat } from './features/chat/opening/open.actions.ts';

const SignedOutScreen = lazy(() => import('./shell/startup/SignedOutScreen.tsx'));
const FailedScreen = lazy(() => import('./shell/startup/StartFailedScreen.tsx'));

const useStyles = makeStyles({
  app: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, position: 'relative' },
});

interface AppProps {
  hostKind: 'teams' | 'browser';
  /** Whether the identity provider belongs to the sandbox. */
  sandbox: boolean;
}

/** AVA in each state of the session: starting, failed, signed out, signed in. */
export function App({ hostKind, sandbox }: AppProps) {
  const styles = useStyles();
  const { status } = useSnapshot(session);
  const person = getActiveSession(status as typeof session.status)?.person;
  useLayoutWidth();
  // Keeps Fluent's focus manager: it ends with the last control that uses it, and if that is a dialog, the page behind
  // stays hidden from screen readers.
  useFocusFinders();

  return (
    <div className={styles.app}>
      {status.name === 'starting' && <StartingScreen />}
      <Suspense>
        {status.name === 'failed' && <FailedScreen detail={status.detail} />}
        {status.name === 'signedOut' && (
          <SignedOutScreen hostKind={hostKind} reason={status.reason} sandbox={sandbox} />
        )}
      </Suspense>
      {person && <SignedInApp key={person.id} />}
      {(status.name === 'signedOut' || status.name === 'failed') && <SignedOutDialogHost />}
      <Toasts />
    </div>
  );
}

function Toasts() {
  const { entries } = useSnapshot(toasts);
  return entries.length > 0 && <Toaster />;
}

async function startNewTask(): Promise<void> {
  const { openNewTask } = await import('./features/tasks/tasks.actions.ts');
  openNewTask();
  closeDrawers();
}

/** The screen of a signed-in person; remounted when another person signs in. */
function SignedInApp() {
  const [, navigate] = useLocation();

  useEffect(() => {
    restoreLayout();
    void loadSettings();
  }, []);
  useEffect(() => watchOrganization(), []);
  useWorkspaceWidth();
  useChatWorkspace();

  const startNewChat = useCallback(() => {
    if (findArea(location.pathname).name === 'tasks') return void startNewTask();
    const type: ChatType = findArea(location.pathname).name === 'knowledgeSearch' ? 'search' : 'chat';
    openNewChat(type);
    selectWorkspaceTab('Search');
    closeDrawers();
    navigate(getChatPath(type));
  }, [navigate]);
  useKeyboardShortcuts(startNewChat);

  return (
    <>
      <SkipLink />
      <Alerts>
        <SystemAlert />
      </Alerts>
      <Header person={<PersonMenu />} onNewChat={startNewChat} />
      <AppRoutes onNewChat={startNewChat} />
      <DialogHost />
    </>
  );
}
