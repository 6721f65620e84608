import { Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { lazy, Suspense, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { MAX_NOTES_CHARACTERS } from '#contract/limits.ts';
import { texts } from '#tab/texts.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { NotesConflict } from './notes/NotesConflict.tsx';
import { workspaceTexts } from './workspace.texts.ts';
import { loadWorkspace, saveNow, writeNotes } from './workspace.actions.ts';
import { workspace } from './workspace.state.ts';

const NotesEditor = lazy(() => import('./notes/NotesEditor.tsx'));

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    flex: '1 1 0',
    minHeight: 0,
    padding: tokens.spacingHorizontalM,
  },
  state: { color: tokens.colorNeutralForeground3, minHeight: tokens.lineHeightBase200 },
});

/** Notes for a conversation, saved while the person writes. */
export function NotesTab() {
  const styles = useStyles();
  const { id, loading, saving, content, notesRevision } = useSnapshot(workspace, { sync: true });
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
  if (saving.name === 'conflict') {
    return (
      <div className={styles.root}>
        <NotesConflict mine={content.notes} theirs={saving.theirs.content.notes} />
      </div>
    );
  }
  return (
    <div className={styles.root}>
      <Suspense fallback={<TextSkeleton label={texts.workspace.notesLabel} />}>
        <NotesEditor
          key={id}
          notes={content.notes}
          revision={notesRevision}
          onChange={writeNotes}
          onLeave={() => void saveNow()}
        />
      </Suspense>
      <SaveState saving={saving} notes={content.notes} />
    </div>
  );
}

function SaveState({ saving, notes }: { saving: (typeof workspace)['saving']; notes: string }) {
  const styles = useStyles();
  if (notes.length > MAX_NOTES_CHARACTERS) return <ErrorMessage text={workspaceTexts.notes.tooLong} />;
  if (saving.name === 'failed')
    return <ErrorMessage text={saving.detail} retry={{ label: texts.shell.retry, action: () => void saveNow() }} />;
  return (
    <Caption1 role="status" className={styles.state}>
      {saving.name === 'clean' ? notes && texts.workspace.notesSaved : texts.workspace.notesSaving}
    </Caption1>
  );
}
