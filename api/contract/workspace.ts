import { z } from 'zod';
import { endpoint, Id } from './endpoint.ts';
import { MAX_NOTES_CHARACTERS } from './limits.ts';

/** The tabs beside a conversation, by their displayed names. */
export const workspaceTabs = ['Embedded Files', 'File Viewer', 'Search', 'Notes', 'Task Output', 'Results'] as const;
export type WorkspaceTab = (typeof workspaceTabs)[number];

export const WorkspaceContent = z.object({
  notes: z
    .string()
    .max(MAX_NOTES_CHARACTERS)
    .default('')
    .describe('Markdown with headings, lists, bold, italic and links'),
  results: z
    .array(z.object({ messageId: z.string().max(60), content: z.string().max(200_000) }))
    .max(200)
    .default([]),
});
export type WorkspaceContent = z.infer<typeof WorkspaceContent>;

/** Counts the saves; 0 before the first one. */
const Version = z.number().int().min(0).max(2_147_483_646);
const basedOn = Version.default(0).describe(
  'the version that the change is based on; an old one answers `newer_version`',
);

export const Workspace = z.object({ workspace_id: Id, content: WorkspaceContent, version: Version });
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
  summary: 'Saves a workspace, unless a newer version is stored',
  ids: { workspace_id: 'own', 'content.results.messageId': 'own' },
  body: Workspace.extend({ version: basedOn }),
  reply: Workspace,
});

export const FileViewer = z.object({ file_viewer_id: Id, document_url: z.string().max(4_000), version: Version });
export type FileViewer = z.infer<typeof FileViewer>;

export const getFileViewers = endpoint({
  method: 'GET',
  path: '/user/file_viewer',
  summary: 'Documents that the caller has opened beside conversations',
  reply: z.object({ fileViewers: z.array(FileViewer) }),
});

export const saveFileViewer = endpoint({
  method: 'POST',
  path: '/user/file_viewer',
  summary: 'Saves the document that is open beside a conversation, unless a newer version is stored',
  ids: { file_viewer_id: 'own' },
  body: FileViewer.extend({ version: basedOn }),
  reply: FileViewer,
});
