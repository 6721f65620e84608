import { useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Peer } from '#contract/people.ts';
import type { Prompt } from '#contract/prompts/prompts.ts';
import { openDialog, type PromptTarget } from '#tab/shell/dialogs.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import type { RemoteFile } from '#tab/features/files/sources/remoteFile.ts';
import type { MentionGroup } from '#tab/features/chat/chat.state.ts';
import { composerTexts } from '#tab/features/chat/composer/composer.texts.ts';
import type { ForeignTarget } from '#tab/features/chat/composer/mentions/pickerChoices.ts';
import type { PickerSource } from '#tab/features/chat/composer/mentions/usePickerSources.ts';
import { useMentionPicker } from '#tab/features/chat/composer/mentions/useMentionPicker.ts';
import { insertPlainText, type ComposerEditor } from './composerEditor.ts';

const people = toSource('people');
const files = toSource('files');
const prompts = toSource('prompts');
const tasks = toSource('tasks');

function toSource(kind: keyof typeof composerTexts.picker.sections): PickerSource {
  return {
    section: composerTexts.picker.sections[kind],
    async find(text, signal) {
      const { pickerSources } = await import('#tab/features/chat/composer/mentions/pickerSources.ts');
      return pickerSources[kind](text, signal);
    },
  };
}

interface ComposerPicker {
  chatId: string;
  mode: 'chat' | 'ks';
  groups: readonly MentionGroup[];
  onFiles: (files: RemoteFile[]) => void;
}

/**
 * The list at an @ or a slash in the composer. Knowledge Search has no mentions and no files; there, a slash lists prompts
 * and tasks.
 */
export function useComposerPicker(editor: ComposerEditor, { chatId, mode, groups, onFiles }: ComposerPicker) {
  const features = useOrganization()?.features;
  const [uploads, hasTasks] = [features?.uploadBlob ?? false, features?.tasks ?? false];
  const namesAddress = mode === 'chat' && (features?.functionCalling ?? false);
  const sources = useMemo(() => {
    const mentioned = mode === 'chat' ? [people, ...(uploads ? [files] : [])] : [];
    return { '@': mentioned, '/': [prompts, ...(hasTasks ? [tasks] : []), ...mentioned.toReversed()] };
  }, [mode, uploads, hasTasks]);

  const pick = (target: ForeignTarget) => {
    switch (target.kind) {
      case 'person':
        return insertPlainText(editor, `${toPersonText(target.person, namesAddress)} `);
      case 'file':
        return onFiles([target.file]);
      case 'task':
        return void showTask(target.taskId);
      case 'prompt':
        return void insertPrompt({ editorId: chatId, mentions: mode === 'chat' }, target.prompt);
    }
  };
  return useMentionPicker(editor, groups, { sources, onPick: pick });
}

/** With functions, the address says which of several people with this name is meant: `find_people` finds it. */
function toPersonText({ name, email }: Peer, namesAddress: boolean): string {
  return namesAddress && email !== '' && email !== name ? `${name} (${email})` : name;
}

async function insertPrompt(place: PromptTarget, prompt: Prompt): Promise<void> {
  // The list has loaded this module when it found the prompt.
  const { insertIntoTarget } = await import('#tab/features/prompts/prompts.actions.ts');
  if (!insertIntoTarget(place, prompt))
    openDialog({ name: 'promptVariables', target: place, promptId: prompt.prompt_id });
}

async function showTask(taskId: string): Promise<void> {
  try {
    const { openTask } = await import('#tab/features/tasks/tasks.actions.ts');
    void openTask(taskId);
    navigate('/tasks');
  } catch (cause) {
    logFailure(composerTexts.picker.taskFailed, cause);
    showToast('error', composerTexts.picker.taskFailed);
  }
}
