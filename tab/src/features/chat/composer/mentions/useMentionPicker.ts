import { useCallback, useMemo, useState } from 'react';
import { ReactEditor } from 'slate-react';
import type { MentionGroup } from '#tab/features/chat/chat.state.ts';
import type { ComposerEditor } from '#tab/features/chat/composer/editor/composerEditor.ts';
import { insertMention, findMentionQuery, getPickerSections, type MentionQuery } from './mentionElements.ts';

type PickerState = { name: 'closed'; dismissed: string | null } | { name: 'open'; query: MentionQuery; active: number };

const closed: PickerState = { name: 'closed', dismissed: null };

/** State of the list that opens at an @: its groups, the active one, and its actions. */
export function useMentionPicker(editor: ComposerEditor, groups: readonly MentionGroup[]) {
  const [state, setState] = useState<PickerState>(closed);
  const typed = state.name === 'open' ? state.query.text : '';
  const parts = useMemo(() => getPickerSections(groups, typed), [groups, typed]);
  const choices = parts.flatMap((part) => part.groups);
  const open = state.name === 'open' && choices.length > 0;
  const active = state.name === 'open' ? Math.min(state.active, choices.length - 1) : -1;

  const update = useCallback(() => {
    const query = groups.length > 0 ? findMentionQuery(editor) : null;
    setState((before) => getNextState(before, query));
  }, [editor, groups]);

  const pick = (group: MentionGroup) => {
    if (state.name !== 'open') return;
    insertMention(editor, group.group_name, state.query.range);
    ReactEditor.focus(editor);
    setState(closed);
  };

  return {
    open,
    parts,
    active,
    update,
    pick,
    pickActive: () => {
      const choice = choices[active];
      if (choice) pick(choice);
    },
    move: (by: number) =>
      setState((before) =>
        before.name === 'open' ? { ...before, active: (active + by + choices.length) % choices.length } : before,
      ),
    close: () =>
      setState((before) => ({ name: 'closed', dismissed: before.name === 'open' ? getAnchorKey(before.query) : null })),
  };
}

/** A list that was closed with Escape stays closed for the same @. */
function getNextState(before: PickerState, query: MentionQuery | null): PickerState {
  if (!query) return before.name === 'closed' && before.dismissed === null ? before : closed;
  if (before.name === 'closed' && before.dismissed === getAnchorKey(query)) return before;
  const active = before.name === 'open' && before.query.text === query.text ? before.active : 0;
  return { name: 'open', query, active };
}

function getAnchorKey({ range }: MentionQuery): string {
  return JSON.stringify(range.anchor);
}
