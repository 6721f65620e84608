import { proxy, ref } from 'valtio';
import type { FilePart } from '#contract/client.ts';
import type { Extraction } from '#contract/files/locations.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { Workspace, WorkspaceContent } from '#contract/workspace.ts';

/** A file to show, and the passage to scroll to. */
export interface ViewerTarget {
  fileId: string;
  fileName: string;
  fileType: string;
  page?: number;
  quote?: string;
  /** Location label, for formats without pages. */
  location?: string;
  /** Site whose corpus has the file, by id or name; none for the person's own file. */
  site?: string;
  /** How the person wants to see it; otherwise the viewer decides. */
  view?: 'text' | 'look';
  /** Whether the citation's excerpt still holds. */
  standing?: Citation['standing'];
}

/** A file whose parts are loaded when they are needed. */
export interface PartialFile {
  /** The file's first bytes, and the size of the whole file. */
  start: FilePart;
  /** Loads the bytes from `start` up to, but not including, `end`. */
  load(start: number, end: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

export type Viewer =
  | { name: 'empty' }
  | { name: 'loading'; target: ViewerTarget }
  | { name: 'text'; target: ViewerTarget; extraction: Extraction }
  | { name: 'table'; target: ViewerTarget; extraction: Extraction }
  | { name: 'pages'; target: ViewerTarget; file: PartialFile }
  | { name: 'word' | 'slides' | 'image'; target: ViewerTarget; bytes: Blob }
  | { name: 'failed'; target: ViewerTarget; detail: string };

export interface WorkspaceState {
  /** Id of the open conversation's workspace; `null` before one is open. */
  id: string | null;
  loading: { name: 'idle' } | { name: 'loading' } | { name: 'ready' } | { name: 'failed'; detail: string };
  /** `conflict`: another device saved other notes, and the person has to choose. */
  saving:
    | { name: 'clean' }
    | { name: 'waiting' }
    | { name: 'saving' }
    | { name: 'failed'; detail: string }
    | { name: 'conflict'; theirs: Workspace };
  content: WorkspaceContent;
  /** Changes when the notes were not changed by typing, so that the editor shows them again. */
  notesRevision: number;
  viewer: Viewer;
  /** Document that another device has opened beside this chat after this device opened one. */
  openedElsewhere: ViewerTarget | null;
}

export function emptyWorkspace(id: string | null): WorkspaceState {
  return {
    id,
    loading: { name: 'idle' },
    saving: { name: 'clean' },
    content: { notes: '', results: [] },
    notesRevision: 0,
    viewer: ref({ name: 'empty' }),
    openedElsewhere: null,
  };
}

export const workspace = proxy<WorkspaceState>(emptyWorkspace(null));
