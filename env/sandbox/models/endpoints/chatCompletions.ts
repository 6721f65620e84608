import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

import { callFrames, textFrames } from '../streaming/answerFrames.ts';
import { chatRequestIn, promptPieces } from '../openai/chatRequest.ts';
import { befall } from '../scenarios/responseFaults.ts';
import { framesOf } from '../streaming/frames.ts';
import { clientGone, openEventStream, sendJson } from '../openai/http.ts';
import { play } from '../streaming/playback.ts';
import { chunkDeltas, countPieces, limitPieces, wordDeltas } from '../tokens.ts';
import { textOf } from '../openai/apiTypes.ts';
import { replyTo } from '../extractive/reply.ts';
import type { Ending } from '../streaming/answerFrames.ts';
import type { Context } from '../serverContext.ts';
import type { Plan } from '../streaming/playback.ts';
import type { Entry } from '../requestLog.ts';
import type { Scenario } from '../scenarios/scenarios.ts';
import type { ChatRequest, FinishReason, Reply, Usage } from '../openai/apiTypes.ts';

/** Longest that an answer which is not streamed is held back, in ms: a test that waits for a title needs no realism. */
const MOST_HELD_BACK = 1000;

/** Answers `POST /v1/chat/completions`. Throws an `ApiError` for what it refuses before a byte is sent. */
export async function completeChat(context: Context, res: ServerResponse, body: unknown, entry: Entry): Promise<void> {
  const request = chatRequestIn(body);
  const scenario = context.scenarios.take('chat', lastUserText(request));
  entry.scenario = scenario?.name ?? null;
  const gone = clientGone(res);
  if (scenario && (await befall(res, scenario, request.stream, gone))) return;
  const answer = finished(replyFor(request, scenario), request, scenario);
  if (!request.stream) return sendWhole(context, res, request, answer, scenario, gone);
  openEventStream(res);
  entry.status = 200;
  entry.lines = await play(res, planOf(context, request, answer, scenario), context.pacer);
}

function lastUserText({ messages }: ChatRequest): string {
  const last = messages.findLast((message) => message.role === 'user');
  return last ? textOf(last) : '';
}

function replyFor(request: ChatRequest, scenario: Scenario | undefined): Reply {
  if (scenario?.name === 'script') return { kind: 'text', text: scenario.text };
  if (scenario?.name === 'clock') return { kind: 'text', text: '' };
  return replyTo(request);
}

type Answer = { reply: Reply; reason: FinishReason; usage: () => Usage };

/** Applies stop sequences and the limit of tokens, and says why the answer ended. */
function finished(reply: Reply, request: ChatRequest, scenario: Scenario | undefined): Answer {
  if (reply.kind === 'toolCalls') {
    const said = reply.calls.map((call) => call.function.name + call.function.arguments).join(' ');
    return { reply, reason: 'tool_calls', usage: () => usageOf(request, said) };
  }
  const stopped = beforeStop(reply.text, request.stop);
  const { text, cut } = limitPieces(stopped, request.maxTokens ?? Infinity);
  const reason = scenario?.name === 'contentFilter' ? 'content_filter' : cut ? 'length' : 'stop';
  return { reply: { kind: 'text', text }, reason, usage: () => usageOf(request, text) };
}

function beforeStop(text: string, stop: string[]): string {
  const places = stop.map((mark) => (mark ? text.indexOf(mark) : -1)).filter((at) => at >= 0);
  return places.length > 0 ? text.slice(0, Math.min(...places)) : text;
}

function usageOf({ messages }: ChatRequest, said: string): Usage {
  const prompt = promptPieces(messages);
  const completion = countPieces(said);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

const endings: { [Name in Scenario['name']]?: Ending } = { noEnd: 'none', errorAfter: 'error', malformed: 'malformed' };

function planOf({ pace }: Context, request: ChatRequest, answer: Answer, scenario: Scenario | undefined): Plan {
  const { reply, reason, usage } = answer;
  const frames = framesOf({ ...head(request), includeUsage: request.includeUsage });
  const shape = {
    reason,
    usage,
    ...(scenario && endings[scenario.name] && { ending: endings[scenario.name] }),
    ...(scenario && 'deltas' in scenario && { mostDeltas: scenario.deltas }),
  };
  const lines =
    reply.kind === 'toolCalls'
      ? callFrames(frames, reply.calls, shape)
      : textFrames(frames, deltasOf(reply.text, scenario, pace.wordsPerDelta), shape);
  const ms = scenario && 'ms' in scenario && scenario.name !== 'late' ? (scenario.ms ?? pace.ms) : pace.ms;
  return { frames: lines, ms, ...(scenario?.name === 'cutOff' && { cutAfterBytes: scenario.bytes }) };
}

function deltasOf(text: string, scenario: Scenario | undefined, wordsPerDelta: number): Iterable<string> {
  if (scenario?.name === 'script') return chunkDeltas(text, scenario.chunk);
  if (scenario?.name === 'clock') return clockDeltas();
  return wordDeltas(text, wordsPerDelta);
}

/** Deltas that say their number and when they were sent, in ms since 1970: the bench measures delays and gaps by them. */
function* clockDeltas(): Generator<string> {
  for (let number = 0; ; number += 1) {
    yield `${number}@${(performance.timeOrigin + performance.now()).toFixed(2)} `;
  }
}

function head({ model }: ChatRequest) {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model };
}

async function sendWhole(
  { pace }: Context,
  res: ServerResponse,
  request: ChatRequest,
  { reply, reason, usage }: Answer,
  scenario: Scenario | undefined,
  gone: AbortSignal,
): Promise<void> {
  const { id, created, model } = head(request);
  const words = usage().completion_tokens;
  const held = scenario?.name === 'slow' ? scenario.ms * words : Math.min(pace.ms * words, MOST_HELD_BACK);
  await wait(held, undefined, { signal: gone });
  const said = reply.kind === 'text' ? { content: reply.text } : { content: null, tool_calls: reply.calls };
  const message = { role: 'assistant', ...said, refusal: null, annotations: [] };
  sendJson(res, 200, {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: reason }],
    usage: usage(),
    service_tier: 'default',
    system_fingerprint: 'fp_sandbox',
  });
}
