import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, type DragEvent, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import type { WorkspaceTab } from '#contract/workspace.ts';
import { findArea } from '#tab/shell/areas.tsx';
import { hasDraggedEntry, keepKeyName, readDraggedEntry } from '#tab/shell/entryDrag.ts';
import { hasKeyboard } from '#tab/shell/keyboard/shortcuts.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { openWorkspace } from '#tab/shell/layout/layout.actions.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { texts } from '#tab/texts.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { tabIcons } from './tabIcons.tsx';
import { EmbeddedFilesTab } from './EmbeddedFilesTab.tsx';
import { FileViewerTab } from './FileViewerTab.tsx';
import { NotesTab } from './NotesTab.tsx';
import { ResultsTab } from './ResultsTab.tsx';
import { SearchTab } from './SearchTab.tsx';
import { addToNotes, keepResult } from './workspace.actions.ts';
import { useWorkspaceTabs } from './useWorkspaceTabs.ts';
import { workspaceTexts } from './workspace.texts.ts';
import { WorkspaceTabs } from './WorkspaceTabs.tsx';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0 },
  panel: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0 },
  target: {
    '::after': {
      position: 'absolute',
      inset: tokens.spacingHorizontalS,
      zIndex: 1,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      fontWeight: tokens.fontWeightSemibold,
      color: tokens.colorBrandForeground1,
      backgroundColor: tokens.colorNeutralBackground1,
      border: `2px dashed ${tokens.colorBrandStroke1}`,
      borderRadius: tokens.borderRadiusLarge,
      opacity: 0.95,
    },
  },
  toResults: { '::after': { content: `"${texts.workspace.dropResult}"` } },
  toNotes: { '::after': { content: `"${workspaceTexts.notes.drop}"` } },
});

/** The workspace next to a conversation; an entry dropped on it is added to the open notes, or kept in Results. */
export default function Workspace() {
  const styles = useStyles();
  const { selected } = useWorkspaceTabs();
  const [isDraggedOver, setIsDraggedOver] = useState(false);

  function onDragOver(event: DragEvent) {
    if (!hasDraggedEntry(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsDraggedOver(true);
  }

  function onDrop(event: DragEvent) {
    setIsDraggedOver(false);
    const entry = readDraggedEntry(event.dataTransfer);
    if (!entry) return;
    // The editor of the notes would insert the text where it was dropped, without its format.
    event.preventDefault();
    event.stopPropagation();
    if (selected === 'Notes') return void addToNotes(entry.content);
    keepResult(entry.messageId, entry.content);
    openWorkspace('Results');
  }

  return (
    <div
      className={mergeClasses(
        styles.root,
        isDraggedOver && styles.target,
        isDraggedOver && (selected === 'Notes' ? styles.toNotes : styles.toResults),
      )}
      onDragOver={onDragOver}
      onDragLeave={(event) =>
        event.currentTarget.contains(event.relatedTarget as Node | null) || setIsDraggedOver(false)
      }
      onDropCapture={onDrop}
    >
      <WorkspaceTabs />
      <div role="tabpanel" aria-label={selected} className={styles.panel}>
        <WorkspacePanel tab={selected} />
      </div>
    </div>
  );
}

function WorkspacePanel({ tab }: { tab: WorkspaceTab }) {
  switch (tab) {
    case 'File Viewer':
      return <FileViewerTab />;
    case 'Notes':
      return <NotesTab />;
    case 'Results':
      return <ResultsTab empty={<EmptyResults />} />;
    case 'Embedded Files':
      return <EmbeddedFilesTab empty={<Empty tab={tab} line={texts.workspace.empty[tab].line} />} />;
    case 'Search':
      return <SearchTab empty={<Empty tab={tab} line={texts.workspace.empty[tab].line} />} />;
    case 'Task Output':
      return <TaskOutputTab empty={<Empty tab={tab} line={texts.workspace.empty[tab].line} />} />;
    default:
      return tab satisfies never;
  }
}

/** Outside Tasks there is no task whose outputs could be shown. */
function TaskOutputTab({ empty }: { empty: ReactNode }) {
  const { taskOutput } = useSlots();
  const [path] = useLocation();
  return findArea(path).name === 'tasks' && taskOutput !== null ? taskOutput : empty;
}

/** Answers can be dragged here only if the conversation is shown, too. */
function EmptyResults() {
  const canDrag = useSnapshot(layout).width === 'wide' && hasKeyboard();
  const { line, lineWithKey } = texts.workspace.empty.Results;
  return <Empty tab="Results" line={canDrag ? lineWithKey(keepKeyName) : line} />;
}

function Empty({ tab, line }: { tab: Exclude<WorkspaceTab, 'Notes'>; line: string }) {
  const Icon = tabIcons[tab];
  return <EmptyState icon={<Icon />} title={texts.workspace.empty[tab].title} line={line} />;
}
