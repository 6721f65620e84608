import { createElement, lazy, type ComponentType } from 'react';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { ErrorBoundary } from '#tab/ui/ErrorBoundary.tsx';
import { showToast } from './toasts/toasts.ts';

/**
 * A dialog that is loaded when it is first opened. If that fails, for example offline or after an update of AVA, the
 * screen behind it stays, and a toast offers to reload: browsers don't load a script again that they could not load.
 */
export function lazyDialog<Props extends { onClose: (done: false) => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Dialog = lazy(load) as unknown as ComponentType<Props>;
  return function LazyDialog(props: Props) {
    const onError = (cause: unknown) => {
      logFailure(texts.shell.dialogFailed, cause);
      showToast('error', texts.shell.dialogFailed, {
        action: { label: texts.shell.reload, run: () => window.location.reload() },
      });
      props.onClose(false);
    };
    return (
      <ErrorBoundary onError={onError} fallback={() => null}>
        {createElement(Dialog, props)}
      </ErrorBoundary>
    );
  };
}
