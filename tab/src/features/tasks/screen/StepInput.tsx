import { Dropdown, MessageBar, MessageBarBody, Option, Switch, Text } from '@fluentui/react-components';
import { useId } from 'react';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { setPreviousOutput, setPrompt, setStepType } from '#tab/features/tasks/editing/edit.actions.ts';
import { RichTextEditor } from '#tab/features/tasks/editor/RichTextEditor.tsx';
import { FileArea } from '#tab/features/tasks/files/FileArea.tsx';
import { addTaskFiles } from '#tab/features/tasks/files/taskFiles.actions.ts';
import { useTokenUsage } from '#tab/features/tasks/running/useTokenUsage.ts';
import type { EditedStep } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { useTaskStyles } from './screen.styles.ts';
import { SuperPrompt } from './SuperPrompt.tsx';

const NONE = '';

interface Props {
  taskId: string;
  step: EditedStep;
  title: string;
  /** The earlier steps, whose output can be included. */
  earlier: readonly { stepId: string; title: string }[];
  hasTaskFiles: boolean;
  isTaskMentioned: boolean;
  takesFocus: boolean;
  onRun: () => void;
}

/** What a step is made of: its prompt, an earlier output, files, and the super prompt. */
export function StepInput({ taskId, step, title, earlier, hasTaskFiles, isTaskMentioned, takesFocus, onRun }: Props) {
  const styles = useTaskStyles();
  const hasFiles = hasTaskFiles || step.stepData.length > 0;
  const usage = useTokenUsage(taskId, step, true);
  const isMentioned = toPromptText(step.stepInput.userPrompt).mentions.length > 0;
  const { stepId } = step;
  const isResearch = step.stepType === 'research';
  return (
    <>
      <RichTextEditor
        editorId={stepId}
        value={step.stepInput.userPrompt}
        label={taskTexts.promptLabel(title)}
        placeholder={taskTexts.promptPlaceholder}
        takesFocus={takesFocus}
        onChange={(richText) => setPrompt(taskId, stepId, richText)}
        onSubmit={onRun}
        onFiles={(files) => addTaskFiles({ taskId, stepId }, files)}
      />
      {usage !== null && (
        <Text className={usage >= 100 ? styles.danger : styles.hint} data-usage={usage}>
          {taskTexts.usage(usage.toFixed(1))} {usage >= 100 && taskTexts.usageOver}
        </Text>
      )}
      {(earlier.length > 0 || step.usePreviousStepOutput !== null) && (
        <PreviousOutput taskId={taskId} step={step} earlier={earlier} />
      )}
      <FileArea taskId={taskId} stepId={stepId} label={taskTexts.stepFiles} files={step.stepData} />
      {isMentioned && hasFiles && (
        <MessageBar intent="warning">
          <MessageBarBody>{taskTexts.filesIgnored}</MessageBarBody>
        </MessageBar>
      )}
      {isMentioned && !hasFiles && <Text className={styles.hint}>{taskTexts.filesIgnored}</Text>}
      <div className={styles.field}>
        <Switch
          className={styles.switch}
          checked={isResearch}
          label={taskTexts.research.use}
          onChange={(_, { checked }) => setStepType(taskId, stepId, checked ? 'research' : 'standard')}
        />
        {isResearch && <Text className={styles.hint}>{taskTexts.research.hint}</Text>}
      </div>
      {!isResearch && (
        <SuperPrompt taskId={taskId} step={step} title={title} isMentioned={isMentioned || isTaskMentioned} />
      )}
    </>
  );
}

function PreviousOutput({ taskId, step, earlier }: Pick<Props, 'taskId' | 'step' | 'earlier'>) {
  const styles = useTaskStyles();
  const labelId = useId();
  const chosen = step.usePreviousStepOutput;
  const found = earlier.find(({ stepId }) => stepId === chosen);
  const isBroken = chosen !== null && !found;
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <span id={labelId} className={styles.label}>
          {taskTexts.previousOutput}
        </span>
        <Dropdown
          size="small"
          className={styles.dropdown}
          aria-labelledby={labelId}
          value={found?.title ?? taskTexts.noPrevious}
          selectedOptions={[found?.stepId ?? NONE]}
          onOptionSelect={(_, { optionValue }) => setPreviousOutput(taskId, step.stepId, optionValue || null)}
        >
          <Option value={NONE}>{taskTexts.noPrevious}</Option>
          {earlier.map(({ stepId, title }) => (
            <Option key={stepId} value={stepId}>
              {title}
            </Option>
          ))}
        </Dropdown>
      </div>
      {chosen === null && <Text className={styles.hint}>{taskTexts.noPreviousHint}</Text>}
      {isBroken && (
        <Text className={styles.danger} role="alert">
          {taskTexts.brokenPrevious}
        </Text>
      )}
    </div>
  );
}
