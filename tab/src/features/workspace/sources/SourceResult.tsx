import { Button, makeStyles, Spinner, Subtitle2, tokens, Tooltip } from '@fluentui/react-components';
import { useState } from 'react';
import { FileIcon } from '#tab/shell/FileIcon.tsx';
import { workspaceTexts } from '#tab/features/workspace/workspace.texts.ts';
import { attachFound, openFound } from './sources.actions.ts';
import { describeFound, type Found } from './sources.rules.ts';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  head: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'flex-start' },
  title: { margin: 0, overflowWrap: 'anywhere', minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  excerpt: { margin: 0, overflowWrap: 'anywhere', maxHeight: '120px', overflowY: 'auto' },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS },
});

const { sources } = workspaceTexts;

interface SourceResultProps {
  found: Found;
  /** Chat whose draft takes attachments; null where nothing can be attached. */
  attachTo: string | null;
}

/** A file, message or site that was found, with what can be done with it. */
export function SourceResult({ found, attachTo }: SourceResultProps) {
  const styles = useStyles();
  const [busy, setBusy] = useState(false);
  const { title, fileType, details, excerpt, obstacle } = describeFound(found);
  const start = () => {
    if (busy) return;
    setBusy(true);
    void openFound(found).finally(() => setBusy(false));
  };
  const open = (
    <Button
      size="small"
      disabledFocusable={obstacle !== null}
      {...(busy ? { icon: <Spinner size="extra-tiny" /> } : {})}
      onClick={start}
    >
      {sources.openIn[found.kind]}
    </Button>
  );
  return (
    <article className={styles.card} aria-label={title}>
      <div className={styles.head}>
        {found.kind === 'file' && <FileIcon fileType={fileType} />}
        <Subtitle2 as="h3" className={styles.title}>
          <bdi>{title}</bdi>
        </Subtitle2>
      </div>
      {obstacle !== null && <span className={styles.quiet}>{sources.cannotOpen}</span>}
      {details && <span className={styles.quiet}>{details}</span>}
      {excerpt && (
        <p dir="auto" className={styles.excerpt}>
          {excerpt}
        </p>
      )}
      <div className={styles.actions}>
        {obstacle === null ? (
          open
        ) : (
          <Tooltip content={obstacle} relationship="description">
            {open}
          </Tooltip>
        )}
        {attachTo !== null && found.kind !== 'site' && (
          <Button size="small" onClick={() => attachFound(attachTo, found)}>
            {sources.attach}
          </Button>
        )}
      </div>
    </article>
  );
}
