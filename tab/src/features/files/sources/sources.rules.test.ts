import type { SourceFile } from '#contract/files/sources.ts';
import { toRow } from './sources.rules.ts';

const file: SourceFile = {
  kind: 'file',
  url: 'https://graph.example/v1.0/drives/d/items/i',
  name: 'Budget.pdf',
  size: 100,
  mimeType: 'application/pdf',
  modifiedOn: '2026-11-02T09:30:00Z',
  accessedOn: null,
  owner: 'Ada Moreau',
  excerpt: '',
  webUrl: '',
  resource: { siteId: 's', itemId: 'i' },
};

it('a file can be attached with what the viewer needs to open it', () => {
  expect(toRow(file).target).toMatchObject({
    kind: 'attach',
    file: { name: 'Budget.pdf', source: { kind: 'file', url: file.url }, resource: { siteId: 's', itemId: 'i' } },
  });
});

it.each([
  [{ name: 'Film.mp4', mimeType: 'video/mp4' }, "AVA can't read this file type."],
  [{ size: 73_400_321 }, 'Larger than 70 MB'],
])('a file that AVA cannot read says why: %j', (change, reason) => {
  expect(toRow({ ...file, ...change }).target).toEqual({ kind: 'disabled', reason });
});

it('a chat message without a subject is named by its sender', () => {
  const message = {
    kind: 'chat',
    id: '1',
    chatId: '19:c',
    title: '',
    sender: 'Ben',
    sentOn: '',
    excerpt: 'Hi',
    webUrl: '',
  };
  expect(toRow(message as never)).toMatchObject({
    title: 'Message from Ben',
    target: { file: { source: { kind: 'chat', id: '1', chatId: '19:c' } } },
  });
});
