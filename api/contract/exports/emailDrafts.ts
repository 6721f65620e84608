import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';
import { answerSource, chatSource, taskSource } from './exports.ts';
import { MAX_BODY_BYTES, MAX_EXPORT_CHARACTERS, MAX_EXPORT_IMAGES, MAX_TITLE_CHARACTERS } from '#contract/limits.ts';

const DraftRequest = {
  subject: z.string().min(1).max(MAX_TITLE_CHARACTERS),
  key: Id.describe('random; a second call with the same key returns the draft of the first one'),
};

/** A draft in the caller's mailbox. There is no call that sends one. */
export const EmailDraft = z.object({
  web_link: z.string().describe('opens the draft in Outlook'),
  missing: z.array(z.string()).describe('names of images and attachments that had no content, so they were left out'),
  notes: z.array(z.string()).describe('sentences about what else the draft does not contain, and why'),
});
export type EmailDraft = z.infer<typeof EmailDraft>;

export const draftAnswer = endpoint({
  method: 'POST',
  path: '/exports/answer/email',
  summary: "Creates a draft of one answer in the caller's mailbox, with the caller's own permission",
  toggle: 'chat',
  ids: { chat_id: 'chat', message_id: 'message' },
  body: z.object({ ...answerSource, ...DraftRequest }),
  reply: EmailDraft,
});

export const draftChat = endpoint({
  method: 'POST',
  path: '/exports/chat/email',
  summary: "Creates a draft of the questions and answers of a chat in the caller's mailbox",
  toggle: 'chat',
  ids: { chat_id: 'chat' },
  body: z.object({ ...chatSource, ...DraftRequest }),
  reply: EmailDraft,
});

export const draftTask = endpoint({
  method: 'POST',
  path: '/exports/task/email',
  summary: "Creates a draft of the outputs of a task in the caller's mailbox",
  toggle: 'tasks',
  ids: { task_id: 'task' },
  body: z.object({ ...taskSource, ...DraftRequest }),
  reply: EmailDraft,
});

const Attachment = z.object({
  fileName: z.string().min(1).max(1_024).describe('the HTML refers to it as `cid:` and this name'),
  base64Content: z.string().max(MAX_BODY_BYTES).optional(),
  contentType: z.string().max(200).default(''),
});

export const draftHtml = endpoint({
  method: 'POST',
  path: '/exports/html/email',
  summary: "Creates a draft of HTML in the caller's mailbox; its images are those of the call, nothing is fetched",
  body: z.object({
    html: z.string().max(MAX_EXPORT_CHARACTERS),
    attachments: z.array(Attachment).max(MAX_EXPORT_IMAGES).default([]),
    ...DraftRequest,
  }),
  reply: EmailDraft,
});

export const saveToOneDrive = endpoint({
  method: 'POST',
  path: '/exports/onedrive',
  summary: "Saves an exported file in the caller's OneDrive, under another name if its name is taken",
  ids: { export_id: 'own' },
  body: z.object({ export_id: Id }),
  reply: z.object({ file_name: z.string(), web_link: z.string() }),
});
