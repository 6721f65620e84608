import { AvaError } from '#contract/errors.ts';
import { getWorkspace, saveWorkspace, type Workspace, type WorkspaceContent } from '#contract/workspace.ts';
import { chats, emptyChats } from '#tab/features/chat/chat.state.ts';
import { switchWorkspace } from '#tab/features/workspace/workspace.actions.ts';
import { emptyWorkspace, workspace } from '#tab/features/workspace/workspace.state.ts';
import { forgetSynced } from '#tab/features/workspace/workspace.sync.ts';
import { session } from '#tab/state/session.state.ts';
import type { FakeApi } from './fakeApi.ts';
import { sampleId, signedInAsAda } from './samples.ts';

/** The server's side of workspaces, with versions. */
export interface FakeWorkspaces {
  /** Id of the open workspace. */
  id: string;
  get(): WorkspaceContent | undefined;
  /** Another device saves. */
  saveElsewhere(content: WorkspaceContent): void;
  /** Saves succeed again. */
  answerSaves(): void;
}

/** Signs Ada in with an open workspace. */
export function beginWorkspaceStory(server: FakeApi, content: WorkspaceContent): FakeWorkspaces {
  const id = sampleId();
  const stored = new Map<string, Workspace>([[id, { workspace_id: id, content, version: 1 }]]);
  const read = (workspace_id: string): Workspace =>
    stored.get(workspace_id) ?? { workspace_id, content: { notes: '', results: [] }, version: 0 };
  const write = (workspace_id: string, changed: WorkspaceContent): Workspace => {
    const saved = { workspace_id, content: structuredClone(changed), version: read(workspace_id).version + 1 };
    stored.set(workspace_id, saved);
    return saved;
  };
  const answerSaves = () =>
    server.answer(saveWorkspace, ({ workspace_id, content: changed, version = 0 }) => {
      const newer = read(workspace_id);
      if (newer.version !== version) throw new AvaError('newer_version', { data: newer });
      return write(workspace_id, changed as WorkspaceContent);
    });
  server.reset();
  forgetSynced();
  server.answer(getWorkspace, ({ workspace_id }) => read(workspace_id));
  answerSaves();
  Object.assign(chats, emptyChats());
  Object.assign(workspace, emptyWorkspace(null));
  switchWorkspace(id);
  session.status = { name: 'signedIn', ...signedInAsAda() };
  Element.prototype.scrollIntoView = jest.fn();
  return { id, get: () => stored.get(id)?.content, saveElsewhere: (changed) => void write(id, changed), answerSaves };
}

/** What a dragged entry carries. */
export function makeTransfer(): DataTransfer {
  const dragged = new Map<string, string>();
  return {
    types: ['application/x-ava-entry'],
    setData: (format: string, text: string) => dragged.set(format, text),
    getData: (format: string) => dragged.get(format) ?? '',
  } as unknown as DataTransfer;
}
