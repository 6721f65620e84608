import type { FileAttachment, Message } from '@microsoft/microsoft-graph-types';
import type { Entity } from '#sandbox/graph/odata.ts';
import { OUTLOOK_PATH } from './draftPage.ts';
import type { Attachment, Draft } from './draftStore.ts';

/** A draft as Graph returns it. `base` is Graph's address with its version. */
export function toDraftEntity(draft: Draft, base: string): Entity {
  const message: Message = {
    id: draft.id,
    createdDateTime: draft.createdAt.toISOString(),
    receivedDateTime: draft.createdAt.toISOString(),
    subject: draft.subject,
    bodyPreview: draft.content
      .replace(/<[^>]{0,1000}>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 255),
    body: { contentType: draft.contentType, content: draft.content },
    isDraft: true,
    toRecipients: draft.toRecipients,
    webLink: `${new URL(base).origin}${OUTLOOK_PATH}?ItemID=${encodeURIComponent(draft.id)}&exvsurl=1&viewmodel=ReadMessageItem`,
    // As in Graph, this is false if all attachments are images that the text shows.
    hasAttachments: draft.attachments.some(({ isInline }) => !isInline),
    parentFolderId: 'drafts',
  };
  return message as Entity;
}

export function toAttachmentEntity(attachment: Attachment): Entity {
  const entity: FileAttachment = attachment;
  return { '@odata.type': '#microsoft.graph.fileAttachment', ...entity };
}
