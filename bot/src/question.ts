import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Asker } from './conversation.ts';

/**
 * A file as Teams names it to a bot. The address of an attached file is good for a few minutes and needs no token; a pasted
 * image lies at the channel, which gives it to the bot alone.
 */
export interface SentFile {
  name: string;
  url: string;
}

/** What a person wrote. */
export interface Question {
  /** The activity that brought it; however often it is delivered, it is one question. */
  activityId: string;
  text: string;
  files: readonly SentFile[];
}

const Mention = z.object({
  type: z.literal('mention'),
  text: z.string(),
  mentioned: z.object({ id: z.string(), name: z.string().nullish() }),
});

const FileAttachment = z.object({
  contentType: z.literal('application/vnd.microsoft.teams.file.download.info'),
  name: z.string().min(1).max(1_024),
  content: z.object({ downloadUrl: z.url({ protocol: /^https?$/ }) }),
});

const ImageAttachment = z.object({
  contentType: z.string().regex(/^image\//),
  name: z.string().min(1).max(1_024).default('image'),
  contentUrl: z.url({ protocol: /^https?$/ }),
});

/** The parts of an activity that a question is read from. */
export interface WrittenActivity {
  id?: string;
  text?: string | null;
  recipient: { id: string };
  entities?: readonly unknown[];
  attachments?: readonly unknown[];
}

/** The text a person wrote: without the mention of the bot, with the names of others as they are shown. */
export function writtenText({ text, recipient, entities = [] }: WrittenActivity): string {
  let written = text ?? '';
  for (const entity of entities) {
    const mention = Mention.safeParse(entity);
    if (!mention.success) continue;
    const isBot = mention.data.mentioned.id === recipient.id;
    written = written.replaceAll(mention.data.text, isBot ? ' ' : (mention.data.mentioned.name ?? ''));
  }
  return written
    .replace(/<\/?at[^>]*>/gi, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();
}

/** The files that came with it. Teams sends the formatted text as an attachment too; that is none. */
export function sentFiles({ attachments = [] }: WrittenActivity): SentFile[] {
  return attachments.flatMap((attachment) => {
    const { data: file } = FileAttachment.safeParse(attachment);
    if (file) return [{ name: file.name, url: file.content.downloadUrl }];
    const { data: image } = ImageAttachment.safeParse(attachment);
    return image ? [{ name: image.name, url: image.contentUrl }] : [];
  });
}

export function questionOf(activity: WrittenActivity): Question {
  return { activityId: activity.id ?? crypto.randomUUID(), text: writtenText(activity), files: sentFiles(activity) };
}

/** The message id of a question in AVA: the same for every delivery and in every process, so that it is stored once. */
export function messageIdOf({ tenantId, id }: Pick<Asker, 'tenantId' | 'id'>, activityId: string): string {
  const hash = createHash('sha256').update(`${tenantId}/${id}/${activityId}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(18, 20)}-${hash.slice(20, 32)}`;
}
