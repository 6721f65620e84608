import { AvaError } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import type { GraphClient } from '#api/graph/client/graphClient.ts';
import { withMailboxError } from './messages.ts';
import { toPathSegment } from '#api/graph/client/pathSegment.ts';
import { isStorageFull } from '#api/graph/drives/storageFull.ts';

/** Bytes of images in the call that creates the draft; Graph refuses requests above 4 MB, and base64 adds a third. */
const MAX_FIRST_BYTES = 2_500_000;
/** An image that the text of a draft shows as `cid:` and its content id. Less than 3 MB. */
export interface InlineImage {
  name: string;
  contentType: string;
  contentId: string;
  bytes: Uint8Array;
}

export interface NewDraft {
  /** At most 255 characters. */
  subject: string;
  html: string;
  images: readonly InlineImage[];
}

export interface DraftGraph {
  /**
   * Creates a mail in the person's Drafts folder and returns the address at which Outlook opens it. AVA has no call that
   * sends one. Throws `no_mailbox` or `mailbox_full`; then there is no draft.
   */
  createDraft(person: Person, draft: NewDraft): Promise<{ webLink: string }>;
}

export function createDrafts(client: GraphClient): DraftGraph {
  return {
    createDraft: (person, { subject, html, images }) =>
      withMailboxError(async () => {
        const { first, rest } = splitImages(images);
        // Exchange keeps one body, and makes the plain text of it when a mail is sent.
        const body = { contentType: 'HTML', content: html };
        const message = { subject, body, attachments: first.map(toAttachment) };
        const { id, webLink } = await withFullMailbox(
          client.create<{ id: string; webLink: string }>(person, '/me/messages', message),
        );
        const path = `/me/messages/${toPathSegment(id)}`;
        try {
          for (const image of rest)
            await withFullMailbox(client.create(person, `${path}/attachments`, toAttachment(image)));
        } catch (cause) {
          // A draft without its images would look complete.
          await client.delete(person, path).catch(() => undefined);
          throw cause;
        }
        return { webLink };
      }),
  };
}

/** The images that fit into the call that creates the draft, and those that need a call each. */
function splitImages(images: readonly InlineImage[]): { first: InlineImage[]; rest: InlineImage[] } {
  const first: InlineImage[] = [];
  const rest: InlineImage[] = [];
  let bytes = 0;
  for (const image of images) {
    const fits = bytes + image.bytes.length <= MAX_FIRST_BYTES;
    if (fits) bytes += image.bytes.length;
    (fits ? first : rest).push(image);
  }
  return { first, rest };
}

function toAttachment({ name, contentType, contentId, bytes }: InlineImage) {
  const contentBytes = Buffer.from(bytes).toString('base64');
  const type = '#microsoft.graph.fileAttachment';
  return { '@odata.type': type, name, contentType, contentId, contentBytes, isInline: true };
}

async function withFullMailbox<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw isStorageFull(cause) ? new AvaError('mailbox_full', { cause }) : cause;
  }
}
