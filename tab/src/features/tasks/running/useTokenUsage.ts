import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { snapshot, subscribe } from 'valtio';
import { findModel } from '#contract/models.ts';
import { MEMORY_DEBOUNCE_MS } from '#contract/limits.ts';
import { canUseSuperPrompt, getTokenUsage, joinStepText, listPreviousSteps } from '#contract/tasks/taskRules.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { maxTokens } from '#contract/text/tokens.ts';
import { logFailure } from '#tab/state/log.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { createTokenCounter, type CountTexts } from '#tab/features/chat/composer/contextUsage/tokenCounter.ts';
import { settings } from '#tab/features/settings/settings.state.ts';
import { getFileTokens } from '#tab/features/tasks/files/taskFiles.actions.ts';
import { getOpenTask, tasks } from '#tab/features/tasks/tasks.state.ts';
import type { EditedStep } from '#tab/features/tasks/editedTask.ts';

let counter: CountTexts | null = null;

/** Token usage of a step in percent; counted a second after the last change, `null` before that. */
export function useTokenUsage(taskId: string, step: EditedStep, isVisible: boolean): number | null {
  const [percent, setPercent] = useState<number | null>(null);
  const parts = useOtherParts(taskId, step.stepId);
  useEffect(() => {
    if (!isVisible) return;
    let isGone = false;
    const timer = setTimeout(() => {
      measure(taskId, step.stepId).then(
        (measured) => isGone || setPercent(measured),
        (cause: unknown) => logFailure('token usage calculation failed', cause),
      );
    }, MEMORY_DEBOUNCE_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [taskId, step, parts, isVisible]);
  return percent;
}

/**
 * Everything else that the usage of a step depends on. The list stays the same object until one of its items changes.
 */
function useOtherParts(taskId: string, stepId: string): readonly unknown[] {
  const last = useRef<readonly unknown[]>([]);
  const listen = useCallback((onChange: () => void) => {
    const stops = [subscribe(tasks, onChange), subscribe(settings, onChange)];
    return () => stops.forEach((stop) => stop());
  }, []);
  const read = useCallback(() => {
    const parts = listOtherParts(taskId, stepId);
    if (parts.some((part, index) => part !== last.current[index])) last.current = parts;
    return last.current;
  }, [taskId, stepId]);
  return useSyncExternalStore(listen, read);
}

function listOtherParts(taskId: string, stepId: string): readonly unknown[] {
  const open = getOpenTask(taskId);
  if (!open) return [];
  // A snapshot is faster to read than the store, and every step reads it after each change.
  const { TaskTitle, TaskSettings, TaskData } = snapshot(open).task;
  const { previous } = listPreviousSteps(
    TaskData,
    TaskData.findIndex((step) => step.stepId === stepId),
  );
  const { selectedModel, useConciseMode } = settings.task;
  return [
    TaskTitle,
    TaskSettings.taskDescription,
    TaskSettings.taskDocuments,
    previous.map(({ step }) => step.stepOutput?.endedAt).join(),
    selectedModel,
    useConciseMode,
    settings.customInstructions,
  ];
}

async function measure(taskId: string, stepId: string): Promise<number | null> {
  const task = getOpenTask(taskId)?.task;
  const index = task?.TaskData.findIndex((candidate) => candidate.stepId === stepId) ?? -1;
  const step = task?.TaskData[index];
  if (!task || !step) return null;
  const { previous } = listPreviousSteps(task.TaskData, index);
  const prompt = toPromptText(step.stepInput.userPrompt);
  const usesSuperPrompt = step.enableSuperPrompt && canUseSuperPrompt(step, task.TaskSettings);
  const superPrompt = usesSuperPrompt ? toPromptText(step.stepInput.superPrompt ?? '').text : '';
  const readsFiles = prompt.mentions.length === 0;
  const sum = async (files: readonly { dataId: string }[]) =>
    readsFiles
      ? (await Promise.all(files.map(({ dataId }) => getFileTokens(dataId)))).reduce((total, n) => total + n, 0)
      : 0;
  const texts = [
    settings.customInstructions,
    task.TaskTitle,
    joinStepText(superPrompt || prompt.text, step.stepInput),
    previous.map((included) => included.step.stepOutput?.content ?? '').join('\n'),
    toPromptText(task.TaskSettings.taskDescription).text,
  ];
  const [stepFiles, taskFiles] = await Promise.all([sum(step.stepData), sum(task.TaskSettings.taskDocuments)]);
  const models = getActiveSession(session.status)?.models ?? [];
  const model = findModel('task', settings.task.selectedModel, models);
  const { useConciseMode } = settings.task;
  const apply = (counts: number[]) => {
    const [customInstructions = 0, title = 0, text = 0, previousOutput = 0, taskDescription = 0] = counts;
    const parts = {
      customInstructions,
      title,
      superPrompt: text,
      stepFiles,
      previousOutput,
      taskDescription,
      taskFiles,
    };
    return getTokenUsage(parts, useConciseMode, model);
  };
  // If the texts are so short that no count can change the percentage, the tokenizer's large table is not loaded.
  const most = apply(texts.map(maxTokens));
  if (most === apply([])) return most;
  counter ??= createTokenCounter();
  return apply(await counter(texts));
}
