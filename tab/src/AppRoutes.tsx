import { Button } from '@fluentui/react-components';
import { PlugDisconnected20Regular } from '@fluentui/react-icons';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { HelpLink } from './features/about/HelpLink.tsx';
import { ADMIN_PATH, areas, getEnabledAreas, type Area } from './shell/areas.tsx';
import { lazyDialog } from './shell/lazyDialog.tsx';
import { Frame } from './shell/layout/Frame.tsx';
import { SlotsProvider } from './shell/layout/slots.ts';
import { logFailure } from './state/log.ts';
import { useOrganization } from './state/session.state.ts';
import { texts } from './texts.ts';
import { EmptyState } from './ui/EmptyState.tsx';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { TextSkeleton } from './ui/TextSkeleton.tsx';

const importChatScreen = () => import('./features/chat/ChatScreen.tsx');
const ChatScreen = lazy(() => importChatScreen().then(({ ChatScreen: screen }) => ({ default: screen })));
const SitePanel = lazy(() => import('./features/knowledge/sites/SitePanel.tsx'));
const SearchingIn = lazy(() => import('./features/knowledge/sites/SelectedSiteBar.tsx'));
const AdminScreen = lazy(() => import('./features/admin/AdminScreen.tsx'));
const TaskScreen = lazy(() => import('./features/tasks/screen/TaskScreen.tsx'));
const TaskOutput = lazy(() => import('./features/tasks/running/TaskOutput.tsx'));
const AnswerView = lazy(() => import('./features/chat/markdown/AnswerView.tsx'));
const MentionList = lazy(() =>
  import('./features/chat/composer/mentions/MentionPicker.tsx').then(({ MentionPicker }) => ({
    default: MentionPicker,
  })),
);
const PeersDialog = lazyDialog(() => import('./features/chat/sharing/PeersDialog.tsx'));
const ExportMenu = lazy(() => import('./features/exports/ExportMenu.tsx'));
const SuggestedPrompts = lazy(() => import('./features/prompts/SuggestedPrompts.tsx'));
const Workspace = lazy(() => import('./features/workspace/Workspace.tsx'));

const slots = {
  workspace: (
    <Suspense fallback={<TextSkeleton label={texts.shell.workspace} />}>
      <Workspace />
    </Suspense>
  ),
  helpLink: <HelpLink />,
  inlineHelpLink: <HelpLink inline />,
  sitePanel: (
    <Suspense fallback={<TextSkeleton label={texts.shell.areas.knowledgeSearch} />}>
      <SitePanel />
    </Suspense>
  ),
  siteBar: (
    <Suspense>
      <SearchingIn />
    </Suspense>
  ),
  taskOutput: (
    <Suspense fallback={<TextSkeleton label={texts.shell.areas.tasks} />}>
      <TaskOutput />
    </Suspense>
  ),
  AnswerView,
  MentionList,
  PeersDialog,
  ExportMenu,
  SuggestedPrompts,
};

/** Loads the chat screen during sign-in, because most people start there. */
export function preloadChatScreen(): void {
  void importChatScreen();
}

/** The content below the header at each path. */
export function AppRoutes({ onNewChat }: { onNewChat: () => void }) {
  const [path] = useLocation();
  const leave = (retry: () => void) => {
    onNewChat();
    retry();
  };
  return (
    <SlotsProvider value={slots}>
      <ErrorBoundary
        resetOn={path}
        onError={(cause) => logFailure(texts.shell.partFailed, cause)}
        fallback={(retry) => (
          <EmptyState
            level={1}
            title={texts.shell.partFailed}
            action={
              <>
                <Button appearance="primary" onClick={() => leave(retry)}>
                  {texts.shell.newChat}
                </Button>{' '}
                <Button onClick={retry}>{texts.shell.retry}</Button>
              </>
            }
          />
        )}
      >
        <Suspense fallback={<TextSkeleton label={texts.session.starting} />}>
          <Switch>
            <Route path="/">
              <IfEnabled area={areas[0]}>
                <ChatScreen type="chat" />
              </IfEnabled>
            </Route>
            <Route path="/chat">
              <NewChat onNewChat={onNewChat} />
            </Route>
            <Route path="/tasks">
              <IfEnabled area={areas[1]}>
                <TaskScreen />
              </IfEnabled>
            </Route>
            <Route path={ADMIN_PATH}>
              <AdminScreen />
            </Route>
            <Route path="/knowledgeSearch">
              <IfEnabled area={areas[2]}>
                <ChatScreen type="search" />
              </IfEnabled>
            </Route>
            <Route>
              <Redirect to="/" replace />
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </SlotsProvider>
  );
}

/** /chat starts a new chat and redirects to Chat, so a reload restores that chat instead of starting another one. */
function NewChat({ onNewChat }: { onNewChat: () => void }) {
  useEffect(() => {
    onNewChat();
  }, [onNewChat]);
  return null;
}

function IfEnabled({ area, children }: { area: Area; children: ReactNode }) {
  const organization = useOrganization();
  return organization?.features[area.name] ? children : <AreaDisabled area={area} />;
}

/** Shown when a person opens the path of an area that the organization has not enabled. */
function AreaDisabled({ area }: { area: Area }) {
  const organization = useOrganization();
  const [, navigate] = useLocation();
  const chatIsOn = organization?.features.chat ?? false;
  const none = organization !== null && getEnabledAreas(organization).length === 0;
  return (
    <Frame
      workspace={null}
      conversation={
        <EmptyState
          level={1}
          icon={<PlugDisconnected20Regular />}
          title={texts.shell.switchedOff(area.label)}
          line={none ? texts.shell.noAreas : texts.shell.switchedOffLine}
          action={chatIsOn && <Button onClick={() => navigate('/')}>{texts.shell.goToChat}</Button>}
        />
      }
    />
  );
}
