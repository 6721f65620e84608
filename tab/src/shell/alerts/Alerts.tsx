import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { errors } from '#contract/errors.ts';
import { network } from '#tab/state/network.ts';
import { retryModels, signIn, signOut } from '#tab/state/session.actions.ts';
import { session, useModels, useModelsFailed, useOrganization } from '#tab/state/session.state.ts';
import { texts } from '#tab/texts.ts';
import { AlertBar } from './AlertBar.tsx';

/** Alerts for all of AVA, at the top of the page, the most urgent first; those of features are passed as children. */
export function Alerts({ children }: { children?: ReactNode }) {
  return (
    <section aria-label={texts.shell.alerts}>
      <OfflineAlert />
      <ExpiredAlert />
      <NoModelsAlert />
      {children}
    </section>
  );
}

function OfflineAlert() {
  const { isOnline } = useSnapshot(network);
  if (isOnline) return null;
  return <AlertBar intent="warning" title={texts.shell.offlineTitle} line={texts.shell.offlineLine} />;
}

/** The alert for an expired session. It stays until the person logs in again; closing it signs them out. */
function ExpiredAlert() {
  const { status } = useSnapshot(session);
  if (status.name !== 'expired') return null;
  return (
    <AlertBar
      intent="warning"
      title={texts.session.expiredTitle}
      line={texts.session.expiredLine}
      closeLabel={texts.session.expiredClose}
      onClose={() => void signOut()}
    >
      <Button size="small" appearance="primary" onClick={() => void signIn()}>
        {texts.session.logInAgain}
      </Button>
    </AlertBar>
  );
}

function NoModelsAlert() {
  const organization = useOrganization();
  const models = useModels();
  const modelsFailed = useModelsFailed();
  if (modelsFailed) {
    return (
      <AlertBar intent="error" title="" line={texts.failures.models}>
        <Button size="small" onClick={() => void retryModels()}>
          {texts.shell.retry}
        </Button>
      </AlertBar>
    );
  }
  if (!organization || models.length > 0) return null;
  return <AlertBar intent="error" title="" line={texts.failures.noModels(errors.no_models.detail)} />;
}
