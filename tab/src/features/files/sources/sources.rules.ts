import { fileTypeOf, refuseChatFile } from '#contract/files/fileTypes.ts';
import type { SourceEntry, SourceFile, SourceMessage } from '#contract/files/sources.ts';
import { formatDate } from '#tab/shell/formatDate.ts';
import type { PickerRow, RowTarget } from './sources.state.ts';
import { sourceTexts } from './sources.texts.ts';

/** Turns an entry of a source into a row of the picker. */
export function toRow(entry: SourceEntry): PickerRow {
  switch (entry.kind) {
    case 'file':
      return toFileRow(entry);
    case 'folder':
      return {
        id: `${entry.driveId}/${entry.folderId}`,
        icon: 'folder',
        title: entry.name,
        detail: formatDate(entry.modifiedOn, 'medium'),
        excerpt: '',
        target: openFolder(entry.name, entry.driveId, entry.folderId),
      };
    case 'mail':
    case 'chat':
      return toMessageRow(entry);
  }
}

export function openFolder(name: string, driveId: string, folderId: string | null): RowTarget {
  return { kind: 'open', place: { name, at: { kind: 'folder', driveId, folderId } } };
}

function toFileRow(file: SourceFile): PickerRow {
  const { name, mimeType: type, size, modifiedOn, url, resource } = file;
  // Hits of a search have no mime type.
  const refusal = refuseChatFile({ name, type, size }, { uploads: true });
  const attached = { name, type, size, date: modifiedOn, source: { kind: 'file' as const, url }, resource };
  return {
    id: url,
    icon: { fileType: fileTypeOf(type, name) },
    title: name,
    detail: sourceTexts.from(file.owner, formatDate(file.accessedOn ?? modifiedOn, 'medium')),
    excerpt: file.excerpt,
    target:
      refusal === null
        ? { kind: 'attach', file: attached }
        : { kind: 'disabled', reason: refusal === 'size' ? sourceTexts.tooLarge : sourceTexts.notSupported },
  };
}

function toMessageRow({ kind, id, chatId, title, sender, sentOn, excerpt }: SourceMessage): PickerRow {
  const name = title || (kind === 'mail' ? sourceTexts.noSubject : sourceTexts.chatMessage(sender));
  const source = kind === 'mail' ? { kind, id } : { kind, id, chatId: chatId ?? '' };
  const file = { name: `${name}.eml`, type: 'message/rfc822', size: 0, date: sentOn, source, resource: null };
  return {
    id,
    icon: kind,
    title: name,
    detail: sourceTexts.from(kind === 'mail' || title ? sender : '', formatDate(sentOn, 'medium')),
    excerpt,
    target: { kind: 'attach', file },
  };
}
