import { Button, mergeClasses, Toolbar, Tooltip } from '@fluentui/react-components';
import { DocumentSearchRegular, InfoRegular } from '@fluentui/react-icons';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';
import { logFailure } from '#tab/state/log.ts';
import { showPassages } from '#tab/features/workspace/passages.actions.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { copyAnswer, copyAnswerAsMarkdown } from '#tab/features/chat/copying/copy.actions.ts';
import { copyingTexts } from '#tab/features/chat/copying/copying.texts.ts';
import { CopyMenu } from '#tab/features/chat/copying/CopyMenu.tsx';
import { useEntryStyles } from './entry.styles.ts';

interface AnswerReference {
  chatId: string;
  entry: Entry;
  messageId: string;
}

interface AnswerActionsProps extends AnswerReference {
  /** The menu for another answer. */
  regenerate: ReactNode;
}

/** If the browser is offline when an answer ends, the answer is shown without these actions. */
const MoreActions = lazy<ComponentType<AnswerReference>>(() =>
  import('./MoreActions.tsx').catch((cause: unknown) => {
    logFailure('failed to load the actions of answers', cause);
    return { default: () => null };
  }),
);
const InsightsDialog = lazyDialog(() => import('./InsightsDialog.tsx'));

/** The buttons under an answer. */
export function AnswerActions({ chatId, entry, messageId, regenerate }: AnswerActionsProps) {
  const styles = useEntryStyles();
  const [insights, setInsights] = useState(false);
  const ofSite = entry.links.some((link) => link.site !== null);
  return (
    <>
      <Toolbar
        size="small"
        aria-label={chatTexts.actions}
        className={mergeClasses(styles.actions, styles.hiddenUntilHover)}
        data-shown-on-hover
      >
        <CopyMenu
          options={[
            { label: chatTexts.copy, copy: () => copyAnswer(entry) },
            { label: copyingTexts.asMarkdown, copy: () => copyAnswerAsMarkdown(entry) },
          ]}
        />
        <Tooltip content={chatTexts.insights} relationship="label">
          <Button appearance="subtle" size="small" icon={<InfoRegular />} onClick={() => setInsights(true)} />
        </Tooltip>
        <Suspense fallback={<span className={styles.moreActions} />}>
          <MoreActions chatId={chatId} entry={entry} messageId={messageId} />
        </Suspense>
        {ofSite && (
          <Tooltip content={chatTexts.found} relationship="label">
            <Button
              appearance="subtle"
              size="small"
              icon={<DocumentSearchRegular />}
              onClick={() => showPassages(messageId)}
            />
          </Tooltip>
        )}
        {regenerate}
      </Toolbar>
      {insights && (
        <Suspense>
          <InsightsDialog messageId={messageId} onClose={() => setInsights(false)} />
        </Suspense>
      )}
    </>
  );
}
