import { useCallback, useMemo, useState } from 'react';
import { ReactEditor } from 'slate-react';
import type { MentionGroup } from '#tab/features/chat/chat.state.ts';
import type { ComposerEditor } from '#tab/features/chat/composer/editor/composerEditor.ts';
import {
  insertMention,
  findPickerQuery,
  removeQuery,
  type PickerQuery,
  type PickerTrigger,
} from './mentionElements.ts';
import { getGroupParts, type ForeignTarget } from './pickerChoices.ts';
import { usePickerSources, type PickerSource } from './usePickerSources.ts';

type PickerState = { name: 'closed'; dismissed: string | null } | { name: 'open'; query: PickerQuery; active: number };

const closed: PickerState = { name: 'closed', dismissed: null };
const noSources: readonly PickerSource[] = [];

/** What is listed beside the groups of an @, and what happens when it is picked. */
export interface PickerOptions {
  sources: Readonly<Record<PickerTrigger, readonly PickerSource[]>>;
  onPick: (target: ForeignTarget) => void;
}

/** State of the list that opens at an @ or a slash: its choices, the active one, and its actions. */
export function useMentionPicker(editor: ComposerEditor, groups: readonly MentionGroup[], options?: PickerOptions) {
  const [state, setState] = useState<PickerState>(closed);
  const query = state.name === 'open' ? state.query : null;
  const hasMentions = groups.length > 0 || (options?.sources['@'].length ?? 0) > 0;
  const hasSlash = (options?.sources['/'].length ?? 0) > 0;
  const found = usePickerSources(query, (query && options?.sources[query.trigger]) ?? noSources);
  const parts = useMemo(
    () => [...(query?.trigger === '@' ? getGroupParts(groups, query.text) : []), ...found.parts],
    [groups, query, found.parts],
  );
  const choices = parts.flatMap((part) => part.choices);
  const open = query !== null && choices.length > 0;
  const active = state.name === 'open' ? Math.min(state.active, choices.length - 1) : -1;

  const update = useCallback(() => {
    const triggers: PickerTrigger[] = [...(hasMentions ? ['@' as const] : []), ...(hasSlash ? ['/' as const] : [])];
    const typed = findPickerQuery(editor, triggers);
    setState((before) => getNextState(before, typed));
  }, [editor, hasMentions, hasSlash]);

  const pick = (index: number) => {
    const target = choices[index]?.target;
    if (query === null || target === undefined) return;
    if (target.kind === 'group') insertMention(editor, target.name, query.range);
    else removeQuery(editor, query.range);
    ReactEditor.focus(editor);
    setState(closed);
    if (target.kind !== 'group') options?.onPick(target);
  };

  return {
    open,
    /** What is not in the list, for example because it could not be loaded. */
    note: query === null ? '' : found.note,
    parts,
    active,
    update,
    pick,
    pickActive: () => pick(active),
    move: (by: number) =>
      setState((before) =>
        before.name === 'open' ? { ...before, active: (active + by + choices.length) % choices.length } : before,
      ),
    close: () =>
      setState((before) => ({ name: 'closed', dismissed: before.name === 'open' ? getAnchorKey(before.query) : null })),
  };
}

/** A list that was closed with Escape stays closed for the same @ or slash. */
function getNextState(before: PickerState, query: PickerQuery | null): PickerState {
  if (!query) return before.name === 'closed' && before.dismissed === null ? before : closed;
  if (before.name === 'closed' && before.dismissed === getAnchorKey(query)) return before;
  const active = before.name === 'open' && before.query.text === query.text ? before.active : 0;
  return { name: 'open', query, active };
}

function getAnchorKey({ range }: PickerQuery): string {
  return JSON.stringify(range.anchor);
}
