import { Button, mergeClasses, Toolbar, Tooltip } from '@fluentui/react-components';
import { ArchiveRegular, DocumentSearchRegular, InfoRegular } from '@fluentui/react-icons';
import { lazy, Suspense, useState } from 'react';
import { showPassages } from '../../workspace/passages.actions.ts';
import { keepResult } from '../../workspace/workspace.actions.ts';
import type { Entry } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { CopyButton } from '../CopyButton.tsx';
import { useEntryStyles } from './entry.styles.ts';

const InsightsDialog = lazy(() => import('./InsightsDialog.tsx'));

/** The buttons under an answer. */
export function AnswerActions({ entry, messageId }: { entry: Entry; messageId: string }) {
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
        <CopyButton text={() => entry.content} label={chatTexts.copy} />
        <Tooltip content={chatTexts.insights} relationship="label">
          <Button appearance="subtle" size="small" icon={<InfoRegular />} onClick={() => setInsights(true)} />
        </Tooltip>
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
        <Tooltip content={chatTexts.keep} relationship="label">
          <Button
            appearance="subtle"
            size="small"
            icon={<ArchiveRegular />}
            onClick={() => keepResult(messageId, entry.content)}
          />
        </Tooltip>
      </Toolbar>
      {insights && (
        <Suspense>
          <InsightsDialog messageId={messageId} onClose={() => setInsights(false)} />
        </Suspense>
      )}
    </>
  );
}
