import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Text, Tooltip } from '@fluentui/react-components';
import {
  Copy20Regular,
  Delete20Regular,
  Edit20Regular,
  History20Regular,
  Library20Regular,
  MoreHorizontal20Regular,
  Save20Regular,
  Share20Regular,
} from '@fluentui/react-icons';
import { Suspense, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import { setTaskTitle } from '#tab/features/tasks/editing/edit.actions.ts';
import { duplicateTask } from '#tab/features/tasks/tasks.actions.ts';
import { tasks, type OpenTask } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { useTaskStyles } from './screen.styles.ts';
import { TitleField } from './TitleField.tsx';

/** Title of the task, whether it is saved, and its actions. */
export function TaskHead({ open }: { open: OpenTask }) {
  const styles = useTaskStyles();
  const isPhone = useSnapshot(layout).width === 'phone';
  const { ExportMenu } = useSlots();
  const [isRenaming, setRenaming] = useState(false);
  const { TaskId, TaskTitle, sharedBy } = open.task;
  const title = open.run?.view.title ?? TaskTitle;
  return (
    <header className={styles.head}>
      <div className={styles.heading}>
        {isRenaming ? (
          <TitleField
            value={TaskTitle}
            label={taskTexts.title}
            onChange={(next) => next && setTaskTitle(TaskId, next)}
            onDone={() => setRenaming(false)}
          />
        ) : (
          <>
            <h1 className={styles.title} title={title}>
              {title}
            </h1>
            <Tooltip content={taskTexts.rename} relationship="label">
              <Button appearance="subtle" size="small" icon={<Edit20Regular />} onClick={() => setRenaming(true)} />
            </Tooltip>
          </>
        )}
        <SaveStatus saving={open.saving} isNew={open.saved.version === 0} />
      </div>
      {sharedBy && <Text className={styles.hint}>{taskTexts.sharedBy(sharedBy)}</Text>}
      <Button
        size="small"
        icon={<Library20Regular />}
        aria-label={taskTexts.libraryButton}
        aria-expanded={tasks.isLibraryOpen}
        onClick={() => (tasks.isLibraryOpen = true)}
      >
        {isPhone ? undefined : taskTexts.libraryButton}
      </Button>
      {!isPhone && (
        <Button size="small" icon={<Save20Regular />} onClick={() => (tasks.dialog = 'template')}>
          {taskTexts.saveTemplate}
        </Button>
      )}
      <Menu positioning={{ position: 'below', align: 'end', autoSize: true }}>
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="subtle"
            size="small"
            icon={<MoreHorizontal20Regular />}
            aria-label={taskTexts.moreOf(title)}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {isPhone && (
              <MenuItem icon={<Save20Regular />} onClick={() => (tasks.dialog = 'template')}>
                {taskTexts.saveTemplate}
              </MenuItem>
            )}
            <MenuItem icon={<Share20Regular />} onClick={() => (tasks.dialog = 'share')}>
              {taskTexts.share}
            </MenuItem>
            <Suspense>
              <ExportMenu as="item" target={{ kind: 'task', taskId: TaskId }} propose={() => title} />
            </Suspense>
            <MenuItem icon={<History20Regular />} onClick={() => (tasks.dialog = 'runs')}>
              {taskTexts.history}
            </MenuItem>
            <MenuItem icon={<Copy20Regular />} onClick={() => void duplicateTask(TaskId)}>
              {taskTexts.duplicateTask}
            </MenuItem>
            <MenuItem icon={<Delete20Regular />} onClick={() => (tasks.dialog = 'delete')}>
              {taskTexts.deleteTask}
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </header>
  );
}

function SaveStatus({ saving, isNew }: { saving: OpenTask['saving']; isNew: boolean }) {
  const styles = useTaskStyles();
  const text =
    saving.name === 'waiting' || saving.name === 'saving'
      ? taskTexts.saving[saving.name]
      : saving.name === 'clean' && !isNew
        ? taskTexts.saved
        : '';
  return (
    <span role="status" className={styles.hint}>
      {text}
    </span>
  );
}
