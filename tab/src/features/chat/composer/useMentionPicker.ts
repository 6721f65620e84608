import { useCallback, useMemo, useState } from 'react';
import { ReactEditor } from 'slate-react';
import type { MentionGroup } from '../chat.state.ts';
import type { ComposerEditor } from './editing.ts';
import { insertMention, mentionQuery, pickerList, type MentionQuery } from './mentions.ts';

type PickerState = { name: 'closed'; dismissed: string | null } | { name: 'open'; query: MentionQuery; active: number };

const closed: PickerState = { name: 'closed', dismissed: null };

/** The list that opens at an @: which groups it shows, which one is active, and what choosing does. */
export function useMentionPicker(editor: ComposerEditor, groups: readonly MentionGroup[]) {
  const [state, setState] = useState<PickerState>(closed);
  const typed = state.name === 'open' ? state.query.text : '';
  const parts = useMemo(() => pickerList(groups, typed), [groups, typed]);
  const choices = parts.flatMap((part) => part.groups);
  const open = state.name === 'open' && choices.length > 0;
  const active = state.name === 'open' ? Math.min(state.active, choices.length - 1) : -1;

  const update = useCallback(() => {
    const query = groups.length > 0 ? mentionQuery(editor) : null;
    setState((before) => next(before, query));
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
      setState((before) => ({ name: 'closed', dismissed: before.name === 'open' ? placeOf(before.query) : null })),
  };
}

/** A list that was closed with Escape stays closed for the same @. */
function next(before: PickerState, query: MentionQuery | null): PickerState {
  if (!query) return before.name === 'closed' && before.dismissed === null ? before : closed;
  if (before.name === 'closed' && before.dismissed === placeOf(query)) return before;
  const kept = before.name === 'open' && before.query.text === query.text ? before.active : 0;
  return { name: 'open', query, active: kept };
}

function placeOf({ range }: MentionQuery): string {
  return JSON.stringify(range.anchor);
}
