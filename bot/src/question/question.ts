import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AskerId } from '#bot/teams/conversation.ts';
import { separateContext, type MessageContext } from './messageContext.ts';

/**
 * A file that a person sent. The URL of an attachment is valid for a few minutes and needs no token; a pasted image is
 * stored by the channel and needs the bot's token.
 */
export interface SentFile {
  name: string;
  url: string;
}

/** A person's message to the bot. */
export interface Question {
  /** Id of the activity that the question arrived in; the same for every delivery. */
  activityId: string;
  text: string;
  files: readonly SentFile[];
  /** What came with the message and is not written in it, such as a quoted message. */
  context: readonly MessageContext[];
}

/** Teams sends at most 28 KB of text, but an activity can be a megabyte. */
const MAX_TEXT_CHARACTERS = 100_000;
/** Maximum number of mentions, and of attachments, that are read. */
const MAX_PARTS = 50;

const Mention = z.object({
  type: z.literal('mention'),
  text: z.string().max(1_200),
  mentioned: z.object({ id: z.string(), name: z.string().max(300).nullish() }),
});

const MENTION = /<at(?:\s[^<>]{0,200})?>[^<]{0,1000}<\/at>/gi;
const MENTION_TAG = /<\/?at(?:\s[^<>]*)?>/gi;

const FileUrl = z.url({ protocol: /^https?$/ }).max(8_000);

const FileAttachment = z.object({
  contentType: z.literal('application/vnd.microsoft.teams.file.download.info'),
  name: z.string().min(1).max(1_024),
  content: z.object({ downloadUrl: FileUrl }),
});

const ImageAttachment = z.object({
  contentType: z
    .string()
    .max(200)
    .regex(/^image\//),
  name: z.string().min(1).max(1_024).default('image'),
  contentUrl: FileUrl,
});

/** The fields of an activity that a question is parsed from; their contents are not validated yet. */
interface MessageActivity {
  id?: string;
  text?: unknown;
  recipient: { id: string };
  entities?: unknown;
  attachments?: unknown;
}

const toParts = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_PARTS) : []);

/** The text that a person wrote, without the mention of the bot. Other mentions become names. */
export function parseText({ text, recipient, entities }: Omit<MessageActivity, 'attachments' | 'id'>): string {
  if (typeof text !== 'string') return '';
  const names = getMentionedNames(entities, recipient.id);
  // A single pass, because a name can contain a mention.
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

/** Maps each mention in the text to a name, and the bot's to a space. */
function getMentionedNames(entities: unknown, botId: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const entity of toParts(entities)) {
    const { data: mention } = Mention.safeParse(entity);
    if (!mention || names.has(mention.text)) continue;
    names.set(mention.text, mention.mentioned.id === botId ? ' ' : (mention.mentioned.name ?? ''));
  }
  return names;
}

/** Files and images. Other attachments are read as context (`messageContext.ts`). */
function parseFiles({ attachments }: Pick<MessageActivity, 'attachments'>): SentFile[] {
  return toParts(attachments).flatMap((attachment) => {
    const { data: file } = FileAttachment.safeParse(attachment);
    if (file) return [{ name: file.name, url: file.content.downloadUrl }];
    const { data: image } = ImageAttachment.safeParse(attachment);
    return image ? [{ name: image.name, url: image.contentUrl }] : [];
  });
}

export function parseQuestion(activity: MessageActivity): Question {
  const { text, context } = separateContext({
    text: parseText(activity),
    attachments: toParts(activity.attachments),
    entities: toParts(activity.entities),
  });
  return { activityId: activity.id ?? crypto.randomUUID(), text, files: parseFiles(activity), context };
}

/**
 * The question of an edited message. Each version of the text has another id, so that it is answered as a new question.
 */
export function toEditedQuestion(question: Question): Question {
  const version = createHash('sha256').update(question.text).digest('hex').slice(0, 16);
  const note = { name: 'Note about the question', text: 'The person edited an earlier message. This is its new text.' };
  return {
    ...question,
    activityId: `${question.activityId};edit;${version}`,
    context: [...question.context, note],
  };
}

/**
 * The message id of a question in AVA. The same for every delivery and process, so that the question is stored once.
 */
export function toMessageId({ tenantId, id }: AskerId, activityId: string): string {
  const hash = createHash('sha256').update(`${tenantId}/${id}/${activityId}`).digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(18, 20)}-${hash.slice(20, 32)}`;
}
