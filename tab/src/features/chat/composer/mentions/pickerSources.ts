import { getPeers } from '#contract/people.ts';
import { getRecentFiles, searchSource } from '#contract/files/sources.ts';
import { filterPrompts } from '#contract/prompts/promptRules.ts';
import { getTasks } from '#contract/tasks/tasks.ts';
import { api } from '#tab/api.ts';
import { toRow } from '#tab/features/files/sources/sources.rules.ts';
import { loadPrompts } from '#tab/features/prompts/prompts.actions.ts';
import { prompts } from '#tab/features/prompts/prompts.state.ts';
import { composerTexts } from '#tab/features/chat/composer/composer.texts.ts';
import { containsText } from './pickerChoices.ts';
import type { FindChoices } from './usePickerSources.ts';

/** Colleagues; with a text, people whose name or address starts with it. */
const people: FindChoices = async (search, signal) => {
  const { peers } = await api.call(getPeers, { search }, { signal });
  return peers.map((person) => ({
    id: `person ${person.id}`,
    name: person.name,
    detail: person.title || person.email,
    target: { kind: 'person' as const, person },
  }));
};

/** Files that the person used last; with a text, files with these words. */
const files: FindChoices = async (text, signal) => {
  const { entries } =
    text === ''
      ? await api.call(getRecentFiles, {}, { signal })
      : await api.call(searchSource, { source: 'files', text }, { signal });
  return entries
    .map(toRow)
    .flatMap(({ id, title: name, detail, target }) =>
      target.kind === 'attach' ? [{ id: `file ${id}`, name, detail, target: { kind: 'file', file: target.file } }] : [],
    );
};

const promptLibrary: FindChoices = async (search) => {
  await loadPrompts();
  if (prompts.loading.name === 'failed') throw new Error('the prompts are not loaded');
  const filter = { tab: 'all' as const, team: null, label: null, search };
  return filterPrompts(prompts.items.list, filter).map((prompt) => ({
    id: `prompt ${prompt.prompt_id}`,
    name: prompt.prompt_title,
    detail: prompt.prompt_text.slice(0, 200),
    target: { kind: 'prompt', prompt },
  }));
};

const tasks: FindChoices = async (text, signal) => {
  const { tasks: listed } = await api.call(getTasks, {}, { signal });
  return listed
    .filter(({ TaskTitle }) => containsText(TaskTitle, text))
    .map(({ TaskId, TaskTitle }) => ({
      id: `task ${TaskId}`,
      name: TaskTitle,
      detail: composerTexts.picker.openTask,
      target: { kind: 'task', taskId: TaskId },
    }));
};

/** What the list of the composer finds, by kind. The module is loaded when the list opens for the first time. */
export const pickerSources = { people, files, prompts: promptLibrary, tasks };
