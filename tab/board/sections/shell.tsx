import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { SplashDrawing, WelcomeDrawing } from './start.tsx';
import { AlertBar } from '#tab/shell/alerts/AlertBar.tsx';
import SignedOutScreen from '#tab/shell/startup/SignedOutScreen.tsx';
import StartFailedScreen from '#tab/shell/startup/StartFailedScreen.tsx';
import { StartingScreen } from '#tab/shell/startup/StartingScreen.tsx';
import { Toaster } from '#tab/shell/toasts/Toaster.tsx';
import { toasts, type ToastKind } from '#tab/shell/toasts/toasts.ts';
import { texts } from '#tab/texts.ts';
import { drawStates, ignore, type Drawing } from '#board/example.ts';

const toastTexts: Record<ToastKind, string> = {
  success: 'Processed Travel policy.pdf successfully!',
  error: 'Failed to process Travel policy.pdf.',
  processing: 'Processing Travel policy.pdf...',
};

function OneToast({ kind }: { kind: ToastKind }) {
  useState(() => {
    toasts.entries = [
      { id: 1, kind, text: toastTexts[kind], isQuiet: false, action: null },
      { id: 2, kind, text: toastTexts[kind], isQuiet: false, action: { label: 'Undo', run: ignore } },
    ];
  });
  return <Toaster />;
}

/** Frame, alerts, toasts and the screens before sign-in. */
export const shellDrawings: Drawing[] = [
  drawStates('AlertBar', { info: 'info', warning: 'warning', error: 'error' } as const, (intent) => (
    <AlertBar
      intent={intent}
      title="Maintenance"
      line="AVA is not available on Sunday."
      closeLabel="Dismiss"
      onClose={ignore}
    >
      <Button size="small">Retry</Button>
    </AlertBar>
  )),
  {
    component: 'AlertBar: session expired',
    examples: [
      {
        state: 'persistent',
        draw: () => (
          <AlertBar
            intent="warning"
            title={texts.session.expiredTitle}
            line={texts.session.expiredLine}
            closeLabel={texts.session.expiredClose}
            onClose={ignore}
          >
            <Button size="small" appearance="primary">
              {texts.session.logInAgain}
            </Button>
          </AlertBar>
        ),
      },
    ],
  },
  { ...drawStates('Toaster', toastTexts, (_, kind) => <OneToast kind={kind} />), framePx: 200 },
  { component: 'StartingScreen', examples: [{ state: 'starting', draw: () => <StartingScreen /> }], framePx: 320 },
  {
    component: 'SignedOutScreen',
    examples: [
      { state: 'Teams', draw: () => <SignedOutScreen hostKind="teams" reason={undefined} sandbox={false} /> },
      { state: 'browser', draw: () => <SignedOutScreen hostKind="browser" reason={undefined} sandbox /> },
      {
        state: 'with a reason',
        draw: () => <SignedOutScreen hostKind="teams" reason={texts.session.verify} sandbox={false} />,
      },
    ],
    framePx: 380,
  },
  {
    component: 'StartFailedScreen',
    examples: [{ state: 'failed', draw: () => <StartFailedScreen detail="Failed to fetch user config" /> }],
    framePx: 340,
  },
  { component: 'Splash', examples: [{ state: 'sample prompts', draw: () => <SplashDrawing /> }], framePx: 420 },
  { component: 'Welcome', examples: [{ state: 'first login', draw: () => <WelcomeDrawing /> }], framePx: 620 },
];
