import { drafts } from '#tab/features/chat/composer/draft/draft.state.ts';
import { getDetails } from '#tab/features/files/files.rules.ts';
import type { ChatFile } from '#tab/features/files/files.state.ts';
import type { RemoteFile } from '#tab/features/files/sources/remoteFile.ts';
import { toasts } from '#tab/shell/toasts/toasts.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { openNewTask } from '#tab/features/tasks/tasks.actions.ts';
import { getOpenTask, tasks } from '#tab/features/tasks/tasks.state.ts';
import { addTaskFiles, getUploadKey } from './taskFiles.actions.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/browserDatabase.ts');
jest.mock('#tab/state/log.ts', () => ({ logFailure: jest.fn() }));

it('accepts files of all types that AVA reads, and names the others', () => {
  openNewTask();
  const target = { taskId: tasks.openId ?? '', stepId: null };
  const names = ['Costs.txt', 'Plan.pptx', 'Photo.png', 'Rates.xlsx', 'Reply.eml', 'Setup.exe'];
  addTaskFiles(
    target,
    names.map((name) => new File(['x'], name)),
  );
  expect(drafts[getUploadKey(target)]?.files.map(({ name }) => name)).toEqual(names.slice(0, -1));
  expect(toasts.entries.some(({ text }) => text.includes('Setup.exe'))).toBe(true);
});

it('a file that was read becomes a file of the task, which remembers whether it came from Microsoft 365', async () => {
  openNewTask();
  const target = { taskId: tasks.openId ?? '', stepId: null };
  const mail: RemoteFile = {
    name: 'Lamps.eml',
    type: 'message/rfc822',
    size: 1,
    date: '2026-11-20T08:00:00Z',
    source: { kind: 'mail', id: 'm1' },
    resource: null,
  };
  addTaskFiles(target, [mail, new File(['x'], 'Costs.txt')]);
  const draft = drafts[getUploadKey(target)];
  draft?.files.forEach((file, index) => {
    const content = { kind: 'text' as const, fileId: `file ${index}`, tokens: 1, bytes: 1 };
    draft.files[index] = { ...getDetails(file as ChatFile), state: 'ready', content };
  });
  await eventually(() =>
    expect(getOpenTask(target.taskId)?.task.TaskSettings.taskDocuments).toMatchObject([
      { dataId: 'file 0', dataName: 'Lamps.eml', dataType: 'EMAIL', dataSource: 'microsoft365' },
      { dataId: 'file 1', dataName: 'Costs.txt', dataType: 'TXT', dataSource: 'computer' },
    ]),
  );
});
