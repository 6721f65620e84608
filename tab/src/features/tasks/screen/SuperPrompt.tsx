import { Button, Switch, Text } from '@fluentui/react-components';
import { ChevronDown20Regular, ChevronRight20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { RichTextEditor } from '#tab/features/tasks/editor/RichTextEditor.tsx';
import { setSuperPrompt, setSuperPromptUse } from '#tab/features/tasks/editing/edit.actions.ts';
import type { EditedStep } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { useTaskStyles } from './screen.styles.ts';

interface Props {
  taskId: string;
  step: EditedStep;
  title: string;
  /** Whether the step or the task mentions a group. */
  isMentioned: boolean;
}

/** A more detailed prompt that AVA writes from the step's prompt. A mention switches it off. */
export function SuperPrompt({ taskId, step, title, isMentioned }: Props) {
  const styles = useTaskStyles();
  const [isOpen, setOpen] = useState(false);
  const isUsed = step.enableSuperPrompt && !isMentioned;
  const text = step.stepInput.superPrompt ?? '';
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <Button
          appearance="subtle"
          size="small"
          className={styles.disclosure}
          icon={isOpen ? <ChevronDown20Regular /> : <ChevronRight20Regular />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {taskTexts.superPrompt}
        </Button>
        <Switch
          checked={isUsed}
          disabled={isMentioned}
          label={taskTexts.superPromptUse}
          onChange={(_, { checked }) => setSuperPromptUse(taskId, step.stepId, checked)}
        />
      </div>
      {isMentioned && <Text className={styles.hint}>{taskTexts.superPromptOff}</Text>}
      {isOpen && (
        <>
          <Text className={styles.hint}>{taskTexts.superPromptHint}</Text>
          <RichTextEditor
            value={text}
            label={taskTexts.superPromptLabel(title)}
            placeholder={taskTexts.superPromptEmpty}
            mentions={false}
            readOnly={!isUsed}
            onChange={(richText) => setSuperPrompt(taskId, step.stepId, richText)}
          />
        </>
      )}
    </div>
  );
}
