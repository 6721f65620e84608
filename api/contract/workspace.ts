import { z } from 'zod';
import { endpoint, Id } from './endpoint.ts';

/** The tabs beside a conversation, by their displayed names. */
export const workspaceTabs = ['Embedded Files', 'File Viewer', 'Search', 'Notes', 'Task Output', 'Results'] as const;
export type WorkspaceTab = (typeof workspaceTabs)[number];

export const WorkspaceContent = z.object({
  notes: z.string().max(200_000).default(''),
  results: z
    .array(z.object({ messageId: z.string().max(60), content: z.string().max(200_000) }))
    .max(200)
    .default([]),
});
export type WorkspaceContent = z.infer<typeof WorkspaceContent>;

export const Workspace = z.object({ workspace_id: Id, content: WorkspaceContent });
export type Workspace = z.infer<typeof Workspace>;

export const getWorkspace = endpoint({
  method: 'GET',
  path: '/user/workspace',
  summary: 'One workspace; an unknown id returns an empty one',
  ids: { workspace_id: 'own' },
  query: z.object({ workspace_id: Id }),
  reply: Workspace,
});

export const saveWorkspace = endpoint({
  method: 'POST',
  path: '/user/workspace',
  summary: 'Saves a workspace',
  ids: { workspace_id: 'own', 'content.results.messageId': 'own' },
  body: Workspace,
  reply: Workspace,
});

export const FileViewer = z.object({ file_viewer_id: Id, document_url: z.string().max(4_000) });

export const getFileViewers = endpoint({
  method: 'GET',
  path: '/user/file_viewer',
  summary: 'Documents that the caller has opened beside conversations',
  reply: z.object({ fileViewers: z.array(FileViewer) }),
});

export const saveFileViewer = endpoint({
  method: 'POST',
  path: '/user/file_viewer',
  summary: 'Saves the document that is open beside a conversation',
  ids: { file_viewer_id: 'own' },
  body: FileViewer,
  reply: FileViewer,
});
