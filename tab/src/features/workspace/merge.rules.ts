import type { WorkspaceContent } from '#contract/workspace.ts';

export const emptyContent: WorkspaceContent = { notes: '', results: [] };

/** The result of a merge; `isNotesConflict` if both sides changed the notes, and `content` has those of this device. */
export interface MergedContent {
  content: WorkspaceContent;
  isNotesConflict: boolean;
}

/**
 * Merges the changes that this device and another one made to the same content. A part that only one of them changed is
 * taken from it; of the results, those that either added are kept and those that either removed are left out.
 * @param base the content that both started from
 */
export function mergeContent(base: WorkspaceContent, mine: WorkspaceContent, theirs: WorkspaceContent): MergedContent {
  const results = mergeResults(base.results, mine.results, theirs.results);
  if (mine.notes === theirs.notes || theirs.notes === base.notes)
    return { content: { notes: mine.notes, results }, isNotesConflict: false };
  if (mine.notes === base.notes) return { content: { notes: theirs.notes, results }, isNotesConflict: false };
  return { content: { notes: mine.notes, results }, isNotesConflict: true };
}

type Results = WorkspaceContent['results'];

function mergeResults(base: Results, mine: Results, theirs: Results): Results {
  const [before, here, there] = [base, mine, theirs].map(
    (results) => new Set(results.map(({ messageId }) => messageId)),
  );
  const kept = theirs.filter(({ messageId }) => here!.has(messageId) || !before!.has(messageId));
  const added = mine.filter(({ messageId }) => !there!.has(messageId) && !before!.has(messageId));
  return [...kept, ...added];
}

/** Both versions of the notes, those of the other device first. */
export function joinNotes(theirs: string, mine: string): string {
  return [theirs.trimEnd(), mine].filter((text) => text.trim() !== '').join('\n\n');
}
