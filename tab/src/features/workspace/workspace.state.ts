import { proxy, ref } from 'valtio';
import type { FileText } from '../../../../api/contract/runs.ts';
import type { WorkspaceContent } from '../../../../api/contract/workspace.ts';

/** A file to show, and where in it to look. */
export interface ViewerTarget {
  fileId: string;
  fileName: string;
  fileType: string;
  page?: number;
  quote?: string;
}

export type Viewer =
  | { name: 'empty' }
  | { name: 'loading'; target: ViewerTarget }
  | { name: 'ready'; target: ViewerTarget; file: FileText }
  | { name: 'failed'; target: ViewerTarget; detail: string };

export interface WorkspaceState {
  /** The workspace of the open conversation; `null` before one is open. */
  id: string | null;
  loading: { name: 'idle' } | { name: 'loading' } | { name: 'ready' } | { name: 'failed'; detail: string };
  saving: { name: 'clean' } | { name: 'waiting' } | { name: 'saving' } | { name: 'failed'; detail: string };
  content: WorkspaceContent;
  viewer: Viewer;
}

export function emptyWorkspace(id: string | null): WorkspaceState {
  return {
    id,
    loading: { name: 'idle' },
    saving: { name: 'clean' },
    content: { notes: '', results: [] },
    viewer: ref({ name: 'empty' }),
  };
}

export const workspace = proxy<WorkspaceState>(emptyWorkspace(null));
