import { useEffect } from 'react';
import { proxy, subscribe, useSnapshot } from 'valtio';
import { MEMORY_DEBOUNCE_MS } from '../../../../../api/contract/limits.ts';
import { logFailure } from '../../../state/log.ts';
import { known, session } from '../../../state/session.state.ts';
import { tokensOf } from '../../files/files.rules.ts';
import { selectedModel } from '../../settings/settings.actions.ts';
import { settings } from '../../settings/settings.state.ts';
import { chats } from '../chat.state.ts';
import { modeOf } from '../request.ts';
import { draftOf, drafts, visibleFiles } from './draft.state.ts';
import { conversationOf, emptyMemory, memoryOf, type Memory, type MemoryInput } from './memoryParts.ts';
import { toOutput } from './output.ts';
import { createTokenCounter, type CountTexts } from './tokenCounter.ts';

const memories = proxy<Record<string, Memory>>({});
const counted = new Map<string, { text: string; tokens: number }>();
let counter: CountTexts | null = null;

/** How full the memory of the model would be with the draft of a chat; a second behind what is typed. */
export function useMemory(chatId: string): Memory {
  useEffect(() => watchMemory(chatId), [chatId]);
  return (useSnapshot(memories)[chatId] as Memory | undefined) ?? emptyMemory;
}

/**
 * Keeps the fullness of a chat up to date. What is typed starts the second anew; what changes by itself, a streamed
 * answer or the progress of a file, does not, or it would never be over.
 * @returns ends it
 */
export function watchMemory(chatId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  const measure = () => {
    timer = undefined;
    void measureMemory(chatId).then((memory) => {
      if (!ended && memory) memories[chatId] = memory;
    });
  };
  const soon = () => {
    timer ??= setTimeout(measure, MEMORY_DEBOUNCE_MS);
  };
  let seen = draftOf(chatId).document;
  const onDraft = () => {
    const { document } = draftOf(chatId);
    if (document !== seen) {
      clearTimeout(timer);
      timer = undefined;
    }
    seen = document;
    soon();
  };
  const others = [chats, settings, session].map((state) => subscribe(state, soon));
  const ends = [subscribe(draftOf(chatId), onDraft), ...others];
  measure();
  return () => {
    ended = true;
    clearTimeout(timer);
    for (const end of ends) end();
  };
}

async function measureMemory(chatId: string): Promise<Memory | null> {
  try {
    counter ??= createTokenCounter();
    const input = gather(chatId);
    const [instructions, draft] = await counter([input.customInstructions, input.draft]);
    const talk = await countConversation(input, counter);
    return memoryOf(input, { instructions: instructions ?? 0, draft: draft ?? 0, talk });
  } catch (cause) {
    logFailure('The fullness of the memory could not be measured.', cause);
    return null;
  }
}

function gather(chatId: string): MemoryInput {
  const draft = drafts[chatId];
  const attached = tokensOf(draft ? visibleFiles(draft) : []);
  const talk = conversationOf(chats.open[chatId] ?? { entries: [] });
  return {
    ...talk,
    customInstructions: settings.customInstructions,
    draft: draft ? toOutput(draft.document).text : '',
    files: attached.files,
    images: attached.images + talk.images,
    functionCalling: known(session.status)?.organisation.features.functionCalling ?? false,
    model: selectedModel(modeOf(chatId)),
  };
}

/** Sum over the conversation; a message is counted once, and again only when its text has changed. */
async function countConversation({ conversation }: MemoryInput, count: CountTexts): Promise<number> {
  const unknown = conversation.filter(({ id, text }) => counted.get(id)?.text !== text);
  if (unknown.length > 0) {
    const tokens = await count(unknown.map(({ text }) => text));
    unknown.forEach(({ id, text }, at) => counted.set(id, { text, tokens: tokens[at] ?? 0 }));
  }
  return conversation.reduce((total, { id }) => total + (counted.get(id)?.tokens ?? 0), 0);
}
