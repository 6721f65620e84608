import { randomUUID } from 'node:crypto';
import { getAnswerMetadata, newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import type { Model } from '#contract/models.ts';
import { applyEvent, emptyAnswer } from '#contract/runs/answerEvents.ts';
import type { Source } from '#contract/runs/functionCalls.ts';
import { getSimilarityResults, searchResponse, type SimilarPassage } from '#contract/sites/search.ts';

const RESULTS_PER_CALL = 50;

export type Place = Pick<Source, 'filename' | 'pagenumber'>;

/** AVA's answer, with the passages that it is based on. */
export interface Reply {
  text: string;
  /** Whether the answer says that nothing was found. */
  isRefusal: boolean;
  /** Why there is no answer; null if there is one. */
  failure: string | null;
  citations: readonly Place[];
  /** The passages that the model read, of the first search and of its look-ups. */
  read: readonly Place[];
  looks: number;
  /** Null if the model server reports none. */
  tokens: number | null;
  seconds: number;
}

/** Asks a question in a new chat of Knowledge Search, as the tab does. */
export async function askQuestion(client: Client, siteId: string, model: Model, text: string): Promise<Reply> {
  const { ConversationId: convo_id } = await client.call(newChat, { chat_type: 'search', temporary: true });
  const ids = { convo_id, event_session_id: randomUUID(), site_id: siteId, look_up: true };
  const answer = emptyAnswer('', null);
  const startedAt = performance.now();
  let seconds = 0;
  for await (const event of await client.stream(searchResponse, { ...ids, model: model.model_name, text })) {
    applyEvent(answer, event);
    if (seconds === 0 && answer.state.name !== 'streaming') seconds = (performance.now() - startedAt) / 1_000;
  }
  const { message_id } = answer;
  const metadata = await client.call(getAnswerMetadata, { message_id });
  const hits = await listHits(client, message_id);
  const found = answer.calls.flatMap(({ state }) => (state.name === 'done' ? state.results : []));
  const { prompt_tokens: prompt, answer_tokens: written } = metadata;
  return {
    text: answer.content,
    isRefusal: metadata.not_found ?? false,
    failure: answer.state.name === 'complete' ? null : describeEnd(answer.state),
    citations: answer.links,
    read: [...hits.filter(({ wasRead }) => wasRead), ...found],
    looks: answer.calls.length,
    tokens: prompt === null || written === null ? null : prompt + written,
    seconds,
  };
}

function describeEnd(state: ReturnType<typeof emptyAnswer>['state']): string {
  return state.name === 'failed' ? state.error.detail : `The answer is ${state.name}.`;
}

async function listHits(client: Client, id: string): Promise<SimilarPassage[]> {
  const places: SimilarPassage[] = [];
  for (;;) {
    const page = { id, start: places.length, end: places.length + RESULTS_PER_CALL };
    const { results, total } = await client.call(getSimilarityResults, page);
    places.push(...results);
    if (results.length === 0 || places.length >= total) return places;
  }
}
