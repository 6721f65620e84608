import { Caption1, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { texts } from '../../texts.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { TextSkeleton } from '../../ui/TextSkeleton.tsx';
import { loadWorkspace, saveNow, writeNotes } from './workspace.actions.ts';
import { workspace } from './workspace.state.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    flex: '1 1 0',
    minHeight: 0,
    padding: tokens.spacingHorizontalM,
  },
  field: { flex: '1 1 0', minHeight: 0, '& textarea': { height: '100%', maxHeight: 'none' } },
  state: { color: tokens.colorNeutralForeground3, minHeight: tokens.lineHeightBase200 },
});

const MAX_NOTES = 200_000;

/** Notes for a conversation, saved while the person writes. */
export function NotesTab() {
  const styles = useStyles();
  const { id, loading, saving, content } = useSnapshot(workspace, { sync: true });
  useEffect(() => {
    void loadWorkspace();
  }, [id]);

  if (loading.name === 'failed') {
    return (
      <div className={styles.root}>
        <ErrorMessage text={loading.detail} retry={{ label: texts.shell.retry, action: () => void loadWorkspace() }} />
      </div>
    );
  }
  if (loading.name !== 'ready') return <TextSkeleton label={texts.workspace.notesLabel} />;
  return (
    <div className={styles.root}>
      <Textarea
        className={styles.field}
        appearance="outline"
        aria-label={texts.workspace.notesLabel}
        placeholder={texts.workspace.notesPlaceholder}
        maxLength={MAX_NOTES}
        value={content.notes}
        onChange={(_, { value }) => writeNotes(value)}
        onBlur={() => void saveNow()}
      />
      {saving.name === 'failed' ? (
        <ErrorMessage text={saving.detail} retry={{ label: texts.shell.retry, action: () => void saveNow() }} />
      ) : (
        <Caption1 role="status" className={styles.state}>
          {saving.name === 'clean' ? content.notes && texts.workspace.notesSaved : texts.workspace.notesSaving}
        </Caption1>
      )}
    </div>
  );
}
