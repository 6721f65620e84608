import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  SearchBox,
  Spinner,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import {
  AddRegular,
  CheckmarkCircle16Filled,
  Copy20Regular,
  Delete20Regular,
  ErrorCircle16Regular,
  MoreHorizontal20Regular,
  PersonClock16Regular,
  TaskListSquareLtr20Regular,
} from '@fluentui/react-icons';
import { Suspense, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { TaskMetadata } from '#contract/tasks/tasks.ts';
import type { TaskRunState } from '#contract/tasks/taskEvents.ts';
import { WIDE_PX } from '#contract/limits.ts';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';
import { closeDrawers } from '#tab/shell/layout/layout.actions.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { formatFullDate } from '#tab/features/chat/history/history.rules.ts';
import { useHistoryStyles } from '#tab/features/chat/history/history.styles.ts';
import { deleteTask, duplicateTask, loadTasks, openNewTask, openTask } from '#tab/features/tasks/tasks.actions.ts';
import { isTaskRunning, tasks } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';

const useTaskPaneStyles = makeStyles({
  list: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    margin: 0,
    padding: `0 ${tokens.spacingHorizontalS}`,
    listStyleType: 'none',
  },
  row: { height: '32px', [`@media (max-width: ${WIDE_PX - 1}px)`]: { height: '44px' } },
  marker: { flexShrink: 0, display: 'flex', alignItems: 'center' },
  running: {},
  complete: { color: tokens.colorStatusSuccessForeground1 },
  failed: { color: tokens.colorStatusDangerForeground1 },
  needs_you: { color: tokens.colorStatusDangerForeground1 },
});

const ConfirmDialog = lazyDialog(() => import('#tab/features/tasks/screen/ConfirmDialog.tsx'));

/** The person's tasks, last changed first: a button for a new one, a search box and the list. */
export function TaskPane() {
  const styles = useHistoryStyles();
  const [typed, setTyped] = useState('');
  const [deleting, setDeleting] = useState<TaskMetadata | null>(null);
  const { list, metadata } = useSnapshot(tasks);
  const words = typed.trim().toLowerCase();
  const found = (metadata as TaskMetadata[])
    .filter(({ TaskTitle }) => TaskTitle.toLowerCase().includes(words))
    .toSorted((a, b) => b.lastUpdated - a.lastUpdated);
  const create = () => {
    openNewTask();
    closeDrawers();
  };
  return (
    <div className={styles.pane}>
      <div className={styles.head}>
        <div className={styles.headRow}>
          <Button appearance="primary" icon={<AddRegular />} className={styles.newChat} onClick={create}>
            {taskTexts.newTask}
          </Button>
        </div>
        <SearchBox
          value={typed}
          placeholder={taskTexts.searchTasks}
          aria-label={taskTexts.searchTasks}
          onChange={(_, { value }) => setTyped(value)}
        />
      </div>
      {metadata.length === 0 && list.name === 'loading' && <TextSkeleton label={taskTexts.list} lines={6} />}
      {metadata.length === 0 && list.name === 'failed' && (
        <div className={styles.part} role="alert">
          <ErrorMessage text={list.detail} retry={{ label: taskTexts.retry, action: () => void loadTasks() }} />
        </div>
      )}
      {metadata.length === 0 && list.name === 'ready' && (
        <EmptyState icon={<TaskListSquareLtr20Regular />} title={taskTexts.noTasks} line={taskTexts.noTasksLine} />
      )}
      {metadata.length > 0 && found.length === 0 && <EmptyState title={taskTexts.noTasksFound} />}
      {found.length > 0 && <TaskList items={found} onDelete={setDeleting} />}
      <Suspense>
        {deleting && (
          <ConfirmDialog
            title={taskTexts.deleteTask}
            question={taskTexts.deleteTaskQuestion(deleting.TaskTitle)}
            onConfirm={() => void deleteTask(deleting.TaskId)}
            onClose={() => setDeleting(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

function TaskList({ items, onDelete }: { items: TaskMetadata[]; onDelete: (item: TaskMetadata) => void }) {
  const styles = useTaskPaneStyles();
  return (
    <ul className={styles.list} aria-label={taskTexts.list}>
      {items.map((item) => (
        <li key={item.TaskId}>
          <TaskRow item={item} onDelete={() => onDelete(item)} />
        </li>
      ))}
    </ul>
  );
}

function TaskRow({ item, onDelete }: { item: TaskMetadata; onDelete: () => void }) {
  const rows = useHistoryStyles();
  const styles = useTaskPaneStyles();
  const { openId, open } = useSnapshot(tasks);
  const here = open[item.TaskId];
  const isOpen = openId === item.TaskId;
  const state = here && isTaskRunning(here) ? 'running' : (item.lastRun?.state ?? null);
  return (
    <div className={mergeClasses(rows.row, styles.row, isOpen && rows.open)}>
      <button
        type="button"
        className={rows.title}
        title={`${item.TaskTitle}\n${taskTexts.updated(formatFullDate(new Date(item.lastUpdated).toISOString()))}`}
        aria-current={isOpen ? 'page' : undefined}
        onClick={() => {
          closeDrawers();
          void openTask(item.TaskId);
        }}
      >
        <bdi>{item.TaskTitle}</bdi>
      </button>
      {state && <RunMarker state={state} />}
      <Menu positioning={{ position: 'below', align: 'end', autoSize: true }}>
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="transparent"
            size="small"
            icon={<MoreHorizontal20Regular />}
            aria-label={taskTexts.moreOf(item.TaskTitle)}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem icon={<Copy20Regular />} onClick={() => void duplicateTask(item.TaskId)}>
              {taskTexts.duplicateTask}
            </MenuItem>
            <MenuItem icon={<Delete20Regular />} onClick={onDelete}>
              {taskTexts.deleteTask}
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </div>
  );
}

/** How the latest run of a task ended. A run that was canceled needs no mark. */
function RunMarker({ state }: { state: TaskRunState }) {
  const styles = useTaskPaneStyles();
  if (state === 'stopped') return null;
  const label = taskTexts.runs.states[state];
  return (
    <span className={mergeClasses(styles.marker, styles[state])} role="img" aria-label={label} title={label}>
      {state === 'running' && <Spinner size="extra-tiny" aria-hidden />}
      {state === 'complete' && <CheckmarkCircle16Filled />}
      {state === 'failed' && <ErrorCircle16Regular />}
      {state === 'needs_you' && <PersonClock16Regular />}
    </span>
  );
}
