import {
  Button,
  Card,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
  Radio,
  RadioGroup,
  SearchBox,
  Text,
  tokens,
  Tooltip,
} from '@fluentui/react-components';
import { Delete20Regular, Dismiss20Regular, Library20Regular } from '@fluentui/react-icons';
import { Suspense, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import type { LibraryTask } from '#contract/tasks/taskLibrary.ts';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { useRestoreFocus } from '#tab/ui/useRestoreFocus.ts';
import { useTaskStyles } from '#tab/features/tasks/screen/screen.styles.ts';
import { tasks } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { deleteFromLibrary, loadFromLibrary, loadLibrary } from './library.actions.ts';
import { CategoryFilters } from './CategoryFilters.tsx';
import { filterLibrary, listTags, type ChosenCategories, type LibraryFilter } from './library.rules.ts';
import { library } from './library.state.ts';

const ConfirmDialog = lazyDialog(() => import('#tab/features/tasks/screen/ConfirmDialog.tsx'));

const useStyles = makeStyles({
  drawer: { width: 'min(420px, 100vw)' },
  head: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    marginBottom: tokens.spacingVerticalM,
  },
  search: { width: '100%', maxWidth: 'none' },
  meta: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS, justifyContent: 'flex-end' },
  title: { overflowWrap: 'anywhere' },
});

/** The Task Library, over the screen. */
export function LibraryPanel() {
  const { isLibraryOpen } = useSnapshot(tasks);
  return isLibraryOpen ? <OpenLibrary onClose={() => (tasks.isLibraryOpen = false)} /> : null;
}

function OpenLibrary({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<LibraryFilter>('all');
  const [chosen, setChosen] = useState<ChosenCategories>({});
  const [deleting, setDeleting] = useState<LibraryTask | null>(null);
  useRestoreFocus();
  useEffect(() => void loadLibrary(), []);
  return (
    <OverlayDrawer
      open
      position="end"
      className={styles.drawer}
      onOpenChange={(_, { open }) => {
        if (!open) onClose();
      }}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button appearance="subtle" icon={<Dismiss20Regular />} aria-label={taskTexts.close} onClick={onClose} />
          }
        >
          {taskTexts.library.title}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>
        <div className={styles.head}>
          <SearchBox
            className={styles.search}
            value={typed}
            placeholder={taskTexts.library.search}
            aria-label={taskTexts.library.search}
            onChange={(_, { value }) => setTyped(value)}
          />
          <RadioGroup
            layout="horizontal"
            aria-label={taskTexts.library.filter}
            value={filter}
            onChange={(_, { value }) => setFilter(value as LibraryFilter)}
          >
            <Radio value="all" label={taskTexts.library.all} />
            <Radio value="mine" label={taskTexts.library.mine} />
          </RadioGroup>
          <CategoryFilters chosen={chosen} onChoose={setChosen} />
        </div>
        <LibraryList typed={typed} filter={filter} chosen={chosen} onDelete={setDeleting} />
        <Suspense>
          {deleting && (
            <ConfirmDialog
              title={taskTexts.library.deleteNamed(deleting.TaskLibraryTitle)}
              question={taskTexts.library.deleteQuestion(deleting.TaskLibraryTitle)}
              onConfirm={() => void deleteFromLibrary(deleting.TaskLibraryId)}
              onClose={() => setDeleting(null)}
            />
          )}
        </Suspense>
      </DrawerBody>
    </OverlayDrawer>
  );
}

interface ListProps {
  typed: string;
  filter: LibraryFilter;
  chosen: ChosenCategories;
  onDelete: (item: LibraryTask) => void;
}

function LibraryList({ typed, filter, chosen, onDelete }: ListProps) {
  const styles = useTaskStyles();
  const { loading, items } = useSnapshot(library);
  const found = filterLibrary(items as LibraryTask[], typed, filter, chosen);
  if (loading.name === 'failed')
    return (
      <ErrorMessage
        text={taskTexts.library.failed}
        retry={{ label: taskTexts.retry, action: () => void loadLibrary() }}
      />
    );
  if (loading.name !== 'ready' && items.length === 0) return <TextSkeleton label={taskTexts.library.title} />;
  if (found.length === 0)
    return <EmptyLibrary isSearched={typed.trim() !== ''} isFiltered={Object.keys(chosen).length > 0} />;
  return (
    <ul className={styles.list} aria-label={taskTexts.library.title}>
      {found.map((item) => (
        <li key={item.TaskLibraryId}>
          <LibraryCard item={item} onDelete={() => onDelete(item)} />
        </li>
      ))}
    </ul>
  );
}

function EmptyLibrary({ isSearched, isFiltered }: { isSearched: boolean; isFiltered: boolean }) {
  const { empty, emptyLine, noResults, noneInCategories } = taskTexts.library;
  if (isSearched) return <EmptyState title={noResults} />;
  if (isFiltered) return <EmptyState title={noneInCategories} />;
  return <EmptyState icon={<Library20Regular />} title={empty} line={emptyLine} />;
}

function LibraryCard({ item, onDelete }: { item: LibraryTask; onDelete: () => void }) {
  const styles = useStyles();
  const [, navigate] = useLocation();
  const owner =
    item.TaskLibraryType === 'template'
      ? taskTexts.library.fromOrganization
      : taskTexts.library.by(item.TaskLibraryUser.UserName);
  const load = async () => {
    await loadFromLibrary(item.TaskLibraryId);
    navigate('/tasks');
  };
  return (
    <Card>
      <Text weight="semibold" className={styles.title}>
        {item.TaskLibraryTitle}
      </Text>
      <Text className={styles.title}>{item.TaskLibraryDescription}</Text>
      <Text className={styles.meta}>
        {[owner, taskTexts.library.steps(item.TaskLibrarySteps.length), ...listTags(item)].join(' · ')}
      </Text>
      <div className={styles.actions}>
        {item.can.delete && (
          <Tooltip content={taskTexts.library.deleteNamed(item.TaskLibraryTitle)} relationship="label">
            <Button appearance="subtle" icon={<Delete20Regular />} onClick={onDelete} />
          </Tooltip>
        )}
        <Button aria-label={taskTexts.library.loadNamed(item.TaskLibraryTitle)} onClick={() => void load()}>
          {taskTexts.library.load}
        </Button>
      </div>
    </Card>
  );
}
