import { useMemo } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Peer } from '#contract/people.ts';
import { openDialog } from '#tab/shell/dialogs.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { useOrganization } from '#tab/state/session.state.ts';
import type { RemoteFile } from '#tab/features/files/sources/remoteFile.ts';
import { insertIntoTarget } from '#tab/features/prompts/prompts.actions.ts';
import type { MentionGroup } from '#tab/features/chat/chat.state.ts';
import { composerTexts } from '#tab/features/chat/composer/composer.texts.ts';
import type { ForeignTarget } from '#tab/features/chat/composer/mentions/pickerChoices.ts';
import { pickerSources } from '#tab/features/chat/composer/mentions/pickerSources.ts';
import { useMentionPicker } from '#tab/features/chat/composer/mentions/useMentionPicker.ts';
import { insertPlainText, type ComposerEditor } from './composerEditor.ts';

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
    const { people, files, prompts, tasks } = pickerSources;
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
      case 'prompt': {
        const place = { editorId: chatId, mentions: mode === 'chat' };
        if (insertIntoTarget(place, target.prompt)) return;
        return openDialog({ name: 'promptVariables', target: place, promptId: target.prompt.prompt_id });
      }
    }
  };
  return useMentionPicker(editor, groups, { sources, onPick: pick });
}

/** With functions, the address says which of several people with this name is meant: `find_people` finds it. */
function toPersonText({ name, email }: Peer, namesAddress: boolean): string {
  return namesAddress && email !== '' && email !== name ? `${name} (${email})` : name;
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
