import { useEffect } from 'react';
import { proxy, subscribe, useSnapshot } from 'valtio';
import { MEMORY_DEBOUNCE_MS } from '#contract/limits.ts';
import { logFailure } from '#tab/state/log.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { chooseLookedUp } from '#contract/files/lookedUp.ts';
import { measureFiles } from '#tab/features/files/files.rules.ts';
import { lookedUpFiles } from '#tab/features/files/lookedUp.ts';
import { settings } from '#tab/features/settings/settings.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { getChatModel } from '#tab/features/chat/chatSettings.actions.ts';
import { ensureDraft, drafts, getVisibleFiles } from '#tab/features/chat/composer/draft/draft.state.ts';
import {
  collectConversation,
  emptyContextUsage,
  calculateContextUsage,
  estimateContextUsage,
  type ContextUsage,
  type ContextUsageInput,
} from './contextUsage.rules.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';
import { createTokenCounter, type CountTexts } from './tokenCounter.ts';

const usages = proxy<Record<string, ContextUsage>>({});
/** Whether the person has opened the list of parts. From then on, the parts are counted. */
const breakdown = proxy({ isOpened: false });
const countedTexts = new Map<string, { text: string; tokens: number }>();
let counter: CountTexts | null = null;

/** Context usage of a chat including its draft; debounced by a second. */
export function useContextUsage(chatId: string): ContextUsage {
  useEffect(() => watchContextUsage(chatId), [chatId]);
  return (useSnapshot(usages)[chatId] as ContextUsage | undefined) ?? emptyContextUsage;
}

/** Counts the parts of the context usage now and after each change. */
export function openContextBreakdown(): void {
  breakdown.isOpened = true;
}

/**
 * Keeps the context usage of a chat up to date. Only typing restarts the debounce: streamed answers and upload progress
 * change too often.
 * @returns a stop function
 */
function watchContextUsage(chatId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const measure = () => {
    timer = undefined;
    void measureContextUsage(chatId).then((usage) => {
      if (!isStopped && usage) usages[chatId] = usage;
    });
  };
  const schedule = () => {
    timer ??= setTimeout(measure, MEMORY_DEBOUNCE_MS);
  };
  let lastDocument = ensureDraft(chatId).document;
  const onDraft = () => {
    const { document } = ensureDraft(chatId);
    if (document !== lastDocument) {
      clearTimeout(timer);
      timer = undefined;
    }
    lastDocument = document;
    schedule();
  };
  const unsubscribes = [chats, settings, session].map((state) => subscribe(state, schedule));
  const stops = [subscribe(ensureDraft(chatId), onDraft), subscribe(breakdown, measure), ...unsubscribes];
  measure();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

async function measureContextUsage(chatId: string): Promise<ContextUsage | null> {
  try {
    const input = collectInput(chatId);
    lookedUpFiles[chatId] = chooseLookedUp(input.texts, input.model).lookedUp;
    const estimated = breakdown.isOpened ? null : estimateContextUsage(input);
    if (estimated) return estimated;
    counter ??= createTokenCounter();
    const [instructions, draft] = await counter([input.customInstructions, input.draft]);
    const conversation = await countConversation(input, counter);
    return calculateContextUsage(input, { instructions: instructions ?? 0, draft: draft ?? 0, conversation });
  } catch (cause) {
    logFailure('context usage calculation failed', cause);
    return null;
  }
}

function collectInput(chatId: string): ContextUsageInput {
  const draft = drafts[chatId];
  const attached = measureFiles(draft ? getVisibleFiles(draft) : []);
  const conversation = collectConversation(chats.open[chatId] ?? { entries: [] });
  return {
    ...conversation,
    customInstructions: settings.customInstructions,
    draft: draft ? toOutput(draft.document, [], draft.quote).text : '',
    texts: [...conversation.texts, ...attached.texts],
    images: attached.images + conversation.images,
    functionCalling: getActiveSession(session.status)?.organization.features.functionCalling ?? false,
    model: getChatModel(chatId),
  };
}

/** Token count of the conversation. A message is counted again only when its text has changed. */
async function countConversation({ conversation }: ContextUsageInput, count: CountTexts): Promise<number> {
  const uncounted = conversation.filter(({ id, text }) => countedTexts.get(id)?.text !== text);
  if (uncounted.length > 0) {
    const tokens = await count(uncounted.map(({ text }) => text));
    uncounted.forEach(({ id, text }, index) => countedTexts.set(id, { text, tokens: tokens[index] ?? 0 }));
  }
  return conversation.reduce((total, { id }) => total + (countedTexts.get(id)?.tokens ?? 0), 0);
}
