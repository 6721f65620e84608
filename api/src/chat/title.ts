import { defaultTitles, isDefaultTitle } from '../../contract/chat.ts';
import { PROMPT_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { truncate } from '../../contract/text.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { AppContext } from '../context.ts';

/** A title says what the first lines say. */
const EXCERPT = 4_000;
const LONGEST = 80;
/** The lookbehind keeps it linear: a run of marks is tried from its start only. */
const MARKS_AFTER = /(?<!["'“”„«»‹›‘’.\s])["'“”„«»‹›‘’.\s]+$/;
const MARKS_BEFORE = /^["'“”„«»‹›‘’\s]+/;

const TASK = `Task: title
Give this conversation a title of at most six words, in its language. Answer with the title alone: no quotation marks, no stop.`;

/** Generates a title from a text and keeps it, unless a person has given the chat one meanwhile. */
export async function generateChatTitle(ctx: AppContext, person: Person, id: string, text: string): Promise<string> {
  const { store, models } = ctx;
  const chat = authorize(person, 'write', 'chat', await store.chats.find(id));
  if (!isDefaultTitle(chat.title)) return chat.title;
  const [model] = (await models.list()).filter((one) => one.modalities.includes('chat_completion'));
  const written = model
    ? await models.complete(
        {
          model,
          temperature: 0.2,
          messages: [
            { role: 'system', content: TASK },
            { role: 'user', content: text.slice(0, EXCERPT) },
          ],
        },
        AbortSignal.timeout(PROMPT_CALL_TIMEOUT_MS),
      )
    : '';
  const title = tidyTitle(written) || tidyTitle(text) || defaultTitles[chat.type];
  await store.chats.replaceTitle(chat.id, title, ['', ...Object.values(defaultTitles)]);
  return (await store.chats.find(chat.id))?.title ?? title;
}

/** One line without quotation marks, cut between words. */
export function tidyTitle(text: string): string {
  const line = text.slice(0, EXCERPT).replace(/\s+/g, ' ').replace(MARKS_AFTER, '').replace(MARKS_BEFORE, '');
  if (line.length <= LONGEST) return line;
  const blank = line.lastIndexOf(' ', LONGEST);
  return `${truncate(line, blank > 0 ? blank : LONGEST)}…`;
}
