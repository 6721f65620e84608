import { isAvaError } from '#contract/errors.ts';
import { saveWorkspace, Workspace, type WorkspaceContent } from '#contract/workspace.ts';
import { api } from '#tab/api.ts';
import { emptyContent, joinNotes, mergeContent } from './merge.rules.ts';

/**
 * Maximum number of repeated saves: each is needed if another device saved at the same moment, and more do not happen
 * in a row.
 */
const MAX_MERGES = 5;

/** What the server had of each workspace when this page last read or saved it. */
const synced = new Map<string, Workspace>();

let turn: Promise<unknown> = Promise.resolve();

export function setSynced(stored: Workspace): void {
  synced.set(stored.workspace_id, stored);
}

export function getSynced(id: string): Workspace {
  return synced.get(id) ?? { workspace_id: id, content: emptyContent, version: 0 };
}

/** Another person can sign in on this page. */
export function forgetSynced(): void {
  synced.clear();
}

export type StoreResult =
  { name: 'saved'; content: WorkspaceContent } | { name: 'conflict'; theirs: Workspace; mine: WorkspaceContent };

/**
 * Saves a workspace after the saves before it. If another device saved meanwhile, merges both; notes that both changed
 * are a conflict for the person, or are both kept if the person cannot be asked.
 * @param canAsk whether this workspace is still open when the answer arrives
 */
export function storeWorkspace(id: string, written: WorkspaceContent, canAsk: () => boolean): Promise<StoreResult> {
  const saving = turn.then(() => store(id, written, canAsk));
  turn = saving.catch(() => undefined);
  return saving;
}

async function store(id: string, written: WorkspaceContent, canAsk: () => boolean): Promise<StoreResult> {
  let content = written;
  for (let merges = 0; ; merges += 1) {
    const base = getSynced(id);
    try {
      setSynced(await api.call(saveWorkspace, { workspace_id: id, content, version: base.version }));
      return { name: 'saved', content };
    } catch (cause) {
      const theirs = readNewer(cause);
      if (!theirs || merges >= MAX_MERGES) throw cause;
      const merged = mergeContent(base.content, content, theirs.content);
      if (merged.isNotesConflict && canAsk()) return { name: 'conflict', theirs, mine: merged.content };
      content = merged.isNotesConflict
        ? { ...merged.content, notes: joinNotes(theirs.content.notes, content.notes) }
        : merged.content;
      setSynced(theirs);
    }
  }
}

/** The newer content that the server sent with a refusal. */
function readNewer(cause: unknown): Workspace | null {
  if (!isAvaError(cause) || cause.code !== 'newer_version') return null;
  return Workspace.safeParse(cause.data).data ?? null;
}
