import { Button, Text } from '@fluentui/react-components';
import { ChevronDown20Regular, ChevronRight20Regular, Options20Regular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { findModel } from '#contract/models.ts';
import { openDialog } from '#tab/shell/dialogs.ts';
import { useModels } from '#tab/state/session.state.ts';
import { texts } from '#tab/texts.ts';
import { settings } from '#tab/features/settings/settings.state.ts';
import { getSettingsSummary } from '#tab/features/settings/settingsSummary.rules.ts';
import { setSettings } from '#tab/features/tasks/editing/edit.actions.ts';
import { RichTextEditor } from '#tab/features/tasks/editor/RichTextEditor.tsx';
import { FileArea } from '#tab/features/tasks/files/FileArea.tsx';
import { addTaskFiles } from '#tab/features/tasks/files/taskFiles.actions.ts';
import type { EditedTask } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { useTaskStyles } from './screen.styles.ts';

/** What all steps read: the description and the documents of the task; and the model that runs them. */
export function SettingsCard({ task }: { task: EditedTask }) {
  const styles = useTaskStyles();
  const { TaskId: taskId, TaskSettings } = task;
  const isOpen = TaskSettings.showTaskSettings;
  return (
    <section className={styles.card} aria-label={taskTexts.settings}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle}>
          <Button
            appearance="transparent"
            className={styles.toggle}
            icon={isOpen ? <ChevronDown20Regular /> : <ChevronRight20Regular />}
            aria-expanded={isOpen}
            aria-label={`${taskTexts.settings}: ${isOpen ? taskTexts.hideSettings : taskTexts.showSettings}`}
            onClick={() => setSettings(taskId, { showTaskSettings: !isOpen })}
          >
            <span className={styles.ellipsis}>{taskTexts.settings}</span>&nbsp;
            <Text className={styles.hint}>{isOpen ? taskTexts.hideSettings : taskTexts.showSettings}</Text>
          </Button>
        </h2>
        <ModelButton />
      </div>
      {isOpen && (
        <div className={styles.body}>
          <RichTextEditor
            value={TaskSettings.taskDescription}
            label={taskTexts.description}
            placeholder={taskTexts.descriptionPlaceholder}
            onChange={(taskDescription) => setSettings(taskId, { taskDescription })}
            onFiles={(files) => addTaskFiles({ taskId, stepId: null }, files)}
          />
          <FileArea taskId={taskId} stepId={null} label={taskTexts.documents} files={TaskSettings.taskDocuments} />
        </div>
      )}
    </section>
  );
}

function ModelButton() {
  const styles = useTaskStyles();
  const chosen = useSnapshot(settings).task;
  const summary = getSettingsSummary('task', chosen, findModel('task', chosen.selectedModel, useModels()));
  return (
    <Button
      appearance="subtle"
      size="small"
      icon={<Options20Regular />}
      title={summary}
      aria-label={`${texts.settings.button}: ${summary}`}
      onClick={() => openDialog({ name: 'modeSettings', mode: 'task', chatId: '' })}
    >
      <span className={styles.ellipsis}>{texts.settings.button}</span>
    </Button>
  );
}
