import { defaultTitles, isDefaultTitle, type UntitledData } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import { PROMPT_CALL_TIMEOUT_MS } from '#contract/limits.ts';
import { truncate } from '#contract/text/text.ts';
import { removeMentions } from '#api/answers/mention.ts';
import type { Person } from '#api/identity/person.ts';
import { AllowanceError } from '#api/policies/personLimits.ts';
import { authorize } from '#api/policies/policies.ts';
import type { Store } from '#api/storage/store.ts';
import type { ChatRow } from '#api/storage/tables/chats/chats.ts';
import type { AppContext } from '#api/context.ts';

/** Maximum number of characters of a text that are used for a title. */
const MAX_TEXT_LENGTH = 4_000;
const MAX_LENGTH = 80;
/**
 * A chat without a title is named if its answer ended between these times ago. The range is wide enough for a restart
 * of the API.
 */
const AFTER_MS = 60_000;
const WITHIN_MS = 3_600_000;
/** The lookbehind makes matching linear: marks in a row are matched from the first one only. */
const MARKS_AFTER = /(?<!["'“”„«»‹›‘’.\s])["'“”„«»‹›‘’.\s]+$/;
const MARKS_BEFORE = /^["'“”„«»‹›‘’\s]+/;

const TASK = `Task: title
Give this conversation a title of at most six words, in its language. Answer with the title only: no quotation marks, no period.`;

/**
 * Generates a title from a text and saves it, unless a person has named the chat in the meantime. A temporary chat is in
 * no list, so it gets no title. Without allowance, the text itself becomes the title, and the error has it.
 */
export async function generateChatTitle(ctx: AppContext, person: Person, id: string, prompt: string): Promise<string> {
  const { store } = ctx;
  const chat = authorize(person, 'write', 'chat', await store.chats.find(id));
  if (chat.temporary || !isDefaultTitle(chat.title)) return chat.title;
  const written = await writeTitle(ctx, person, await removeSites(store, chat, prompt));
  const title = written.title || defaultTitles[chat.type];
  await store.chats.replaceTitle(chat.id, title, ['', ...Object.values(defaultTitles)]);
  const saved = (await store.chats.find(chat.id))?.title ?? title;
  const { denial } = written;
  if (denial === null) return saved;
  const retryAfter = denial.retryAfter ?? 0;
  throw new AvaError(denial.code, { detail: denial.detail, retryAfter, data: { title: saved } satisfies UntitledData });
}

interface WrittenTitle {
  title: string;
  /** Why no model was asked, if the person's allowance is used up. */
  denial: AllowanceError | null;
}

/** Lets a model write a title for a text. If it fails or is denied, the text itself becomes the title. */
export async function writeTitle(
  { models, log }: Pick<AppContext, 'models' | 'log'>,
  person: Person,
  text: string,
  signal?: AbortSignal,
): Promise<WrittenTitle> {
  const [model] = (await models.list()).filter(({ modalities }) => modalities.includes('chat_completion'));
  let denial: AllowanceError | null = null;
  const { text: output } = model
    ? await models
        .forPerson(person)
        .complete(
          {
            model,
            temperature: 0.2,
            messages: [
              { role: 'system', content: TASK },
              { role: 'user', content: text.slice(0, MAX_TEXT_LENGTH) },
            ],
          },
          AbortSignal.any([AbortSignal.timeout(PROMPT_CALL_TIMEOUT_MS), ...(signal ? [signal] : [])]),
        )
        .catch((error: unknown) => {
          if (error instanceof AllowanceError) denial = error;
          else log.info({ error }, 'failed to generate title');
          return { text: '' };
        })
    : { text: '' };
  const generated = tidyTitle(output);
  return { title: isDefaultTitle(generated) ? tidyTitle(text) : generated, denial };
}

/**
 * Gives chats whose tab was closed before it requested a title their first question as title. A tab that is still open has
 * requested one long before `AFTER_MS`.
 */
export async function nameUntitledChats({ store }: Pick<AppContext, 'store'>, afterMs = AFTER_MS): Promise<void> {
  const untitled = ['', ...Object.values(defaultTitles)];
  for (const id of await store.chats.listUntitled(untitled, { from: afterMs, to: WITHIN_MS })) {
    const [chat, question] = [await store.chats.find(id), await store.messages.findFirstQuestion(id)];
    const title = chat && question ? tidyTitle(await removeSites(store, chat, question)) : '';
    if (title !== '') await store.chats.replaceTitle(id, title, untitled);
  }
}

/** Removes the mentions of the chat's sites from a question. */
async function removeSites(store: Store, { owner, sites }: ChatRow, question: string): Promise<string> {
  const ids = sites === null || sites === 'all' ? [] : sites;
  const found = await Promise.all(ids.map((id) => store.sites.find(owner.tenantId, id)));
  return removeMentions(
    question,
    found.flatMap((site) => site?.name ?? []),
  );
}

/** Makes one line without quotation marks, truncated between words. */
export function tidyTitle(text: string): string {
  const line = text.slice(0, MAX_TEXT_LENGTH).replace(/\s+/g, ' ').replace(MARKS_AFTER, '').replace(MARKS_BEFORE, '');
  if (line.length <= MAX_LENGTH) return line;
  const space = line.lastIndexOf(' ', MAX_LENGTH);
  return `${truncate(line, space > 0 ? space : MAX_LENGTH)}…`;
}
