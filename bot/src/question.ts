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

/** Teams sends at most 28 KB of text; a signed activity may still be a megabyte. */
export const MAX_TEXT_CHARACTERS = 100_000;
/** More than a person mentions or attaches in one message. */
export const MAX_PARTS = 50;

const Mention = z.object({
  type: z.literal('mention'),
  text: z.string().max(1_200),
  mentioned: z.object({ id: z.string(), name: z.string().max(300).nullish() }),
});

const MENTION = /<at(?:\s[^<>]{0,200})?>[^<]{0,1000}<\/at>/gi;
const MENTION_TAG = /<\/?at(?:\s[^<>]*)?>/gi;

const Address = z.url({ protocol: /^https?$/ }).max(8_000);

const FileAttachment = z.object({
  contentType: z.literal('application/vnd.microsoft.teams.file.download.info'),
  name: z.string().min(1).max(1_024),
  content: z.object({ downloadUrl: Address }),
});

const ImageAttachment = z.object({
  contentType: z
    .string()
    .max(200)
    .regex(/^image\//),
  name: z.string().min(1).max(1_024).default('image'),
  contentUrl: Address,
});

/** The parts of an activity that a question is read from; what they hold is checked here. */
export interface WrittenActivity {
  id?: string;
  text?: unknown;
  recipient: { id: string };
  entities?: unknown;
  attachments?: unknown;
}

const partsOf = (parts: unknown): unknown[] => (Array.isArray(parts) ? parts.slice(0, MAX_PARTS) : []);

/** The text a person wrote: without the mention of the bot, with the names of others as they are shown. */
export function writtenText({ text, recipient, entities }: Omit<WrittenActivity, 'attachments' | 'id'>): string {
  if (typeof text !== 'string') return '';
  const names = mentionedNames(entities, recipient.id);
  // One pass: a name that is itself a mention must not be replaced again and again.
  return text
    .slice(0, MAX_TEXT_CHARACTERS)
    .toWellFormed()
    .replace(MENTION, (mention) => names.get(mention) ?? mention)
    .replace(MENTION_TAG, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/[ \t]+/g, ' ')
    .slice(0, MAX_TEXT_CHARACTERS)
    .trim();
}

/** What stands for each mention in the text; a blank for the bot. */
function mentionedNames(entities: unknown, botId: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const entity of partsOf(entities)) {
    const { data: mention } = Mention.safeParse(entity);
    if (!mention || names.has(mention.text)) continue;
    names.set(mention.text, mention.mentioned.id === botId ? ' ' : (mention.mentioned.name ?? ''));
  }
  return names;
}

/** The files that came with it. Teams sends the formatted text as an attachment too; that is none. */
export function sentFiles({ attachments }: Pick<WrittenActivity, 'attachments'>): SentFile[] {
  return partsOf(attachments).flatMap((attachment) => {
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
