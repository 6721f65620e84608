import { z } from 'zod';

/**
 * Every error of the API: its status and a sentence for people. Clients decide by `code`; `detail` can be more specific than
 * the sentence here. The tab (`failure.rules.ts`) and the bot (`apiErrors.ts`) decide where a detail is shown.
 */
export const errors = {
  not_signed_in: { status: 401, detail: "I couldn't verify your session. Please log in again." },
  consent_required: { status: 403, detail: 'AVA needs your consent before it can act for you in Microsoft 365.' },
  token_not_given: { status: 403, detail: "AVA calls Microsoft Graph for you and doesn't share its tokens." },
  switched_off: { status: 403, detail: 'Your organization has turned this feature off.' },
  uploads_off: { status: 403, detail: "Your organization doesn't allow attaching files." },
  transcripts_off: {
    status: 403,
    detail: 'Your organization has turned off access to meeting transcripts for applications such as AVA.',
  },
  not_participant: {
    status: 403,
    detail: "You weren't a participant in this meeting, so you can't read its transcript.",
  },
  not_allowed: { status: 403, detail: "You don't have permission to do this." },
  not_found: { status: 404, detail: 'This does not exist, or you have no access to it.' },
  no_transcript: { status: 404, detail: 'This transcript no longer exists. It may have been deleted in Teams.' },
  no_mailbox: {
    status: 404,
    detail: "Your account doesn't have a mailbox, so there are no mails or meetings to show.",
  },
  no_drive: { status: 404, detail: "Your OneDrive isn't set up yet. Open OneDrive once, and then try again." },
  link_expired: { status: 404, detail: 'This download link is no longer valid. Please export the file again.' },
  mailbox_full: {
    status: 507,
    detail: 'Your mailbox is full, so the draft was not created. Free some space in Outlook, and then try again.',
  },
  drive_full: {
    status: 507,
    detail: 'Your OneDrive is full, so the file was not saved. Free some space, and then try again.',
  },
  drive_read_only: {
    status: 403,
    detail: "Your OneDrive doesn't accept new files right now. Download the file instead.",
  },
  draft_pending: { status: 409, detail: 'This draft is still being created. Wait a moment, and then try again.' },
  no_models: { status: 404, detail: 'No language model is configured for your organization' },
  method_not_allowed: { status: 405, detail: "This URL doesn't support this method." },
  bad_request: { status: 400, detail: "The request isn't valid." },
  request_timeout: { status: 408, detail: 'The request took too long to arrive.' },
  unsupported_media_type: { status: 415, detail: "This content type isn't supported." },
  different_message: { status: 409, detail: 'Another message was already sent with this id.' },
  corpus_exists: {
    status: 409,
    detail: 'Someone has already created a corpus for this site. Reload the list of sites to use it.',
  },
  corpus_changed: {
    status: 409,
    detail: 'Someone else has changed this corpus. Please reload it and make your change again.',
  },
  newer_version: {
    status: 409,
    detail: 'This was changed on another device. Compare both versions before you save yours.',
  },
  still_answering: { status: 409, detail: 'An answer to this message is still being written.' },
  too_many_versions: {
    status: 409,
    detail: 'This message has reached its 50 versions. Send a new message instead.',
  },
  not_continuable: {
    status: 409,
    detail: 'Only the last answer of a chat can be continued, and only if it was stopped or cut off.',
  },
  organization_changed: {
    status: 409,
    detail: 'Another administrator has saved changes since. Compare both versions before you save yours.',
  },
  task_changed: {
    status: 409,
    detail: 'This task was changed in another window. Choose which version of each step to keep.',
  },
  task_running: { status: 409, detail: 'This task is already running. Wait until it has finished, or cancel it.' },
  title_exists: { status: 409, detail: 'WARNING: This title already exists in your library.' },
  prompt_exists: { status: 409, detail: 'A prompt with this title already exists.' },
  too_many_prompts: {
    status: 413,
    detail: 'Your prompts take up all the space AVA keeps for you. Delete prompts you no longer need.',
  },
  too_many_steps: { status: 413, detail: 'A task can have at most 200 steps. Continue in a new task.' },
  task_too_large: { status: 413, detail: 'This task is too large to save. Move some of its steps to a new task.' },
  too_many_tasks: { status: 413, detail: 'You have reached the limit of tasks. Delete tasks you no longer need.' },
  too_large: {
    status: 413,
    detail: "I couldn't process your message because it's too large. Please try with smaller content.",
  },
  task_storage_full: {
    status: 413,
    detail:
      'Your tasks take up all the space AVA keeps for you. Delete tasks or items of your library that you no longer need.',
  },
  too_many_copies: {
    status: 409,
    detail:
      'Your colleagues have not opened many of the copies that you shared. Ask them to open or delete some, then share again.',
  },
  files_full: {
    status: 413,
    detail:
      'Your files take up all the space AVA keeps for you. Delete chats, tasks and templates with large files that you no longer need.',
  },
  uploads_used_up: {
    status: 429,
    detail:
      'You have added or exported as many files as AVA accepts from one person in a day. Please continue tomorrow.',
  },
  copy_not_opened: {
    status: 409,
    detail:
      'This task was shared with you, but your storage is full. Delete chats or tasks that you no longer need, then open it again.',
  },
  chat_full: { status: 413, detail: 'This chat is full. Start a new chat to continue.' },
  storage_full: {
    status: 413,
    detail: 'Your chats take up all the space AVA keeps for you. Delete chats you no longer need and send it again.',
  },
  file_context_too_large: {
    status: 413,
    detail: 'Uh oh! The content of your file(s) is too large to send. Please try a smaller file.',
  },
  file_too_large: { status: 413, detail: 'The file is larger than 70 MB. Please choose a smaller one.' },
  export_too_large: { status: 413, detail: 'This is too large to export. Please export a part of it.' },
  nothing_to_export: { status: 422, detail: 'There is nothing to export yet.' },
  no_table: {
    status: 422,
    detail: 'There is no table that a workbook could contain. Ask AVA for a table, or choose another format.',
  },
  not_exportable: { status: 422, detail: "I couldn't make a file of this. Please export a part of it." },
  invalid_settings: { status: 422, detail: "These settings can't be saved. Correct the fields that are marked." },
  empty_prompt: { status: 422, detail: 'This step has no prompt. Describe the step, then run it again.' },
  unknown_step: {
    status: 422,
    detail: 'This step uses the output of a step that no longer exists or comes later. Choose an earlier step.',
  },
  no_output: {
    status: 422,
    detail: 'This step uses the output of a step that has none yet. Run that step first.',
  },
  invalid_mention: {
    status: 422,
    detail: "I couldn't process your mention. Please make sure you're using a valid mention from the dropdown list.",
  },
  images_not_supported: {
    status: 422,
    detail: 'The selected model does not support images. Please remove any images or select a different model.',
  },
  unknown_model: { status: 422, detail: 'The selected model is not available. Please select a different model.' },
  content_rules: { status: 422, detail: 'The model declined to answer because of its content rules.' },
  unreadable_file: { status: 422, detail: "The file couldn't be read." },
  too_many_requests: {
    status: 429,
    detail: "I'm getting too many requests right now. Please wait a moment before trying again.",
  },
  model_busy: {
    status: 429,
    detail: "I'm getting too many requests right now. Please wait a few minutes before trying again.",
  },
  model_quota_used_up: {
    status: 429,
    detail:
      "Your organization's quota for this model is used up. Please select a different model, or tell your administrator.",
  },
  budget_used_up: {
    status: 429,
    detail: "I'm getting too many requests right now. Please wait a moment before trying again.",
  },
  unexpected: {
    status: 500,
    detail: "I'm having trouble connecting to my services. Please try again in a few minutes.",
  },
  model_unavailable: {
    status: 502,
    detail: "I'm having trouble connecting to my services. Please try again in a few minutes.",
  },
  model_key_refused: {
    status: 502,
    detail: "The model server doesn't accept AVA's key. Please tell your administrator.",
  },
  model_refused: {
    status: 502,
    detail:
      "The model server didn't accept AVA's request. Please select a different model, or tell your administrator.",
  },
  no_answer: {
    status: 502,
    detail: 'The model returned no answer. Please try again, or select a different model.',
  },
  model_timeout: {
    status: 504,
    detail: 'The model took too long to answer. Please try again, or select a different model.',
  },
  graph_unavailable: { status: 502, detail: "Microsoft 365 didn't respond. Please try again in a few minutes." },
  setup_refused: {
    status: 502,
    detail: "AVA can't sign in to Microsoft 365 because its setup has a problem. Please tell your administrator.",
  },
  store_unavailable: {
    status: 503,
    detail: "I'm having trouble connecting to my services. Please try again in a few minutes.",
  },
  closing: { status: 503, detail: 'AVA is restarting. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ErrorCode = keyof typeof errors;

export const ErrorBody = z.object({
  code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
  detail: z.string(),
  data: z.unknown().optional().describe('what a client needs to resolve the error, such as both versions of a step'),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** An error with a code, thrown by the API and rethrown by the client. `detail` is a sentence for people. */
export class AvaError extends Error {
  override readonly name = 'AvaError';
  readonly code: ErrorCode;
  readonly detail: string;
  /** Seconds to wait before a retry, if known. */
  readonly retryAfter: number | null;
  /** What a client needs to resolve the error; `undefined` for most errors. */
  readonly data: unknown;

  constructor(
    code: ErrorCode,
    options: { detail?: string; retryAfter?: number; data?: unknown; cause?: unknown } = {},
  ) {
    const detail = options.detail ?? errors[code].detail;
    super(`${code}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.detail = detail;
    this.retryAfter = options.retryAfter ?? null;
    this.data = options.data;
  }

  get status(): number {
    return errors[this.code].status;
  }
}

export function isAvaError(error: unknown): error is AvaError {
  return error instanceof AvaError;
}

const TOKEN_REFUSALS: ReadonlySet<ErrorCode> = new Set(['not_signed_in', 'consent_required', 'setup_refused']);

/** Whether a call failed before Graph was asked, because there was no token for the person. It says nothing about access. */
export function isTokenRefusal(error: unknown): boolean {
  return isAvaError(error) && TOKEN_REFUSALS.has(error.code);
}
