import { randomBytes } from 'node:crypto';
import type { FileAttachment, Message } from '@microsoft/microsoft-graph-types';
import type { Person } from '#sandbox/person.ts';

/** Graph's limit for one attachment outside of an upload session. */
export const MAX_ATTACHMENT_BYTES = 3 * 1024 * 1024;

export type Attachment = Required<
  Pick<FileAttachment, 'id' | 'name' | 'contentType' | 'contentBytes' | 'contentId' | 'isInline' | 'size'>
>;

/** A draft as the mailbox stores it. */
export type Draft = {
  id: string;
  owner: Person;
  subject: string;
  contentType: 'html' | 'text';
  content: string;
  toRecipients: NonNullable<Message['toRecipients']>;
  createdAt: Date;
  attachments: Attachment[];
};

/** The Drafts folders of all mailboxes of one Graph server. */
export type DraftStore = {
  add(draft: Omit<Draft, 'id' | 'createdAt' | 'attachments'>): Draft;
  /** The drafts of a person, newest first. */
  list(owner: Person): Draft[];
  find(id: string): Draft | undefined;
  remove(draft: Draft): void;
};

export function createDraftStore(): DraftStore {
  const drafts = new Map<string, Draft>();
  return {
    add: (fields) => {
      const draft = { ...fields, id: createMailboxId(), createdAt: new Date(), attachments: [] };
      drafts.set(draft.id, draft);
      return draft;
    },
    list: ({ oid }) => [...drafts.values()].filter(({ owner }) => owner.oid === oid).toReversed(),
    find: (id) => drafts.get(id),
    remove: ({ id }) => drafts.delete(id),
  };
}

/** An id in the form of Exchange's; it cannot be guessed. */
export function createMailboxId(): string {
  return `AAMkAD${randomBytes(48).toString('base64url')}=`;
}
