import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

import { generateToolCallFrames, generateTextFrames } from '#sandbox/models/streaming/answerFrames.ts';
import { parseChatRequest, countPromptTokens } from '#sandbox/models/openai/chatRequest.ts';
import { applyFault } from '#sandbox/models/scenarios/responseFaults.ts';
import { createFrames } from '#sandbox/models/streaming/frames.ts';
import { createDisconnectSignal } from '#sandbox/server/disconnectSignal.ts';
import { openEventStream, sendJson } from '#sandbox/models/openai/http.ts';
import { playStream } from '#sandbox/models/streaming/playback.ts';
import { splitIntoChunks, countTokens, truncateToTokens, splitIntoWords } from '#sandbox/models/tokens.ts';
import { getText } from '#sandbox/models/openai/apiTypes.ts';
import { parsePassages } from '#sandbox/models/quoting/passages.ts';
import { replyTo } from '#sandbox/models/quoting/reply.ts';
import { think } from '#sandbox/models/quoting/talk.ts';
import { createToolCall, obeyTexts } from '#sandbox/models/quoting/toolCalls.ts';
import type { StreamEnding } from '#sandbox/models/streaming/answerFrames.ts';
import type { ServerContext } from '#sandbox/models/serverContext.ts';
import type { StreamPlan } from '#sandbox/models/streaming/playback.ts';
import type { LoggedRequest } from '#sandbox/models/requestLog.ts';
import type { Scenario } from '#sandbox/models/scenarios/scenarios.ts';
import type { ChatRequest, FinishReason, ModelReply, Usage } from '#sandbox/models/openai/apiTypes.ts';

/** Maximum delay of an answer that is not streamed: tests that wait for a title should be fast. */
const MAX_DELAY_MS = 1000;

/** Handles `POST /v1/chat/completions`. Throws ApiError only before the first byte is sent. */
export async function completeChat(
  context: ServerContext,
  res: ServerResponse,
  body: unknown,
  entry: LoggedRequest,
): Promise<void> {
  const request = parseChatRequest(body);
  const scenario = context.scenarios.take('chat', getLastUserText(request));
  entry.scenario = scenario?.name ?? null;
  const disconnect = createDisconnectSignal(res);
  if (scenario && (await applyFault(res, scenario, request.stream, disconnect))) return;
  const answer = finishAnswer(getReply(request, scenario), request, scenario);
  if (!request.stream) return sendCompletion(context, res, request, answer, scenario, disconnect);
  openEventStream(res);
  entry.status = 200;
  entry.frames = await playStream(res, planStream(context, request, answer, scenario), context.pacer);
}

function getLastUserText({ messages }: ChatRequest): string {
  const last = messages.findLast((message) => message.role === 'user');
  return last ? getText(last) : '';
}

function getReply(request: ChatRequest, scenario: Scenario | undefined): ModelReply {
  if (scenario?.name === 'script') {
    const calls = [...obeyTexts([scenario.calls]), ...scenario.rawCalls.map(createToolCall)];
    return calls.length > 0 ? { kind: 'toolCalls', calls, text: scenario.text } : { kind: 'text', text: scenario.text };
  }
  if (scenario?.name === 'clock') return { kind: 'text', text: '' };
  // With the tool choice `none`, a server returns no call, even if the model wants to make one.
  if (scenario?.name === 'gullible' && request.stream && request.toolChoice !== 'none') {
    const calls = obeyTexts(listNewTexts(request));
    if (calls.length > 0) return { kind: 'toolCalls', calls };
  }
  return replyTo(request, scenario?.name === 'quoteText' ? scenario.text : undefined);
}

/** Texts that the model has not read before: the latest tool results or, in the first request, the passages of files. */
function listNewTexts({ messages }: ChatRequest): string[] {
  const results = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1).map(getText);
  if (results.length > 0)
    return results.map((text) =>
      parsePassages(text)
        .map((passage) => passage.text)
        .join('\n'),
    );
  return messages.flatMap((message) => parsePassages(getText(message))).map(({ text }) => text);
}

type Answer = { thoughts: string; reply: ModelReply; reason: FinishReason; usage: () => Usage };

function getThoughts(request: ChatRequest, scenario: Scenario | undefined): string {
  if (!scenario) return think(request);
  return scenario.name === 'script' ? scenario.thoughts : '';
}

/** Applies the stop sequences and the token limit. */
function finishAnswer(reply: ModelReply, request: ChatRequest, scenario: Scenario | undefined): Answer {
  const thoughts = getThoughts(request, scenario);
  if (reply.kind === 'toolCalls') {
    const calls = reply.calls.map((call) => call.function.name + call.function.arguments);
    const completion = [thoughts, reply.text ?? '', ...calls].join(' ');
    return { thoughts, reply, reason: 'tool_calls', usage: () => countUsage(request, completion) };
  }
  const textBeforeStop = truncateAtStop(reply.text, request.stop);
  // Thoughts count toward the limit, except those of a test, which can be longer than every limit.
  const thoughtTokens = scenario ? 0 : countTokens(thoughts);
  const room = Math.max(0, (request.maxTokens ?? Infinity) - thoughtTokens);
  const { text, isTruncated } = truncateToTokens(textBeforeStop, room);
  const reason = scenario?.name === 'contentFilter' ? 'content_filter' : isTruncated ? 'length' : 'stop';
  return { thoughts, reply: { kind: 'text', text }, reason, usage: () => countUsage(request, thoughts + text) };
}

function truncateAtStop(text: string, stop: string[]): string {
  const indexes = stop.map((sequence) => (sequence ? text.indexOf(sequence) : -1)).filter((index) => index >= 0);
  return indexes.length > 0 ? text.slice(0, Math.min(...indexes)) : text;
}

function countUsage({ messages }: ChatRequest, completion: string): Usage {
  const promptTokens = countPromptTokens(messages);
  const completionTokens = countTokens(completion);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

const endings: { [Name in Scenario['name']]?: StreamEnding } = {
  noEnd: 'none',
  errorAfter: 'error',
  malformed: 'malformed',
};

function planStream(
  { pace }: ServerContext,
  request: ChatRequest,
  answer: Answer,
  scenario: Scenario | undefined,
): StreamPlan {
  const { thoughts, reply, reason, usage } = answer;
  const frames = createFrames({ ...createHead(request), includeUsage: request.includeUsage });
  const shape = {
    thoughts: thoughts === '' ? [] : splitDeltas(thoughts, scenario, pace.wordsPerDelta),
    reason,
    usage,
    ...(scenario && endings[scenario.name] && { ending: endings[scenario.name] }),
    ...(scenario && 'deltas' in scenario && { maxDeltas: scenario.deltas }),
  };
  const lines =
    reply.kind === 'toolCalls'
      ? generateToolCallFrames(frames, splitDeltas(reply.text ?? '', scenario, pace.wordsPerDelta), reply.calls, shape)
      : generateTextFrames(frames, splitDeltas(reply.text, scenario, pace.wordsPerDelta), shape);
  const ms = scenario && 'ms' in scenario && scenario.name !== 'late' ? (scenario.ms ?? pace.ms) : pace.ms;
  return { frames: lines, ms, ...(scenario?.name === 'cutOff' && { cutAfterBytes: scenario.bytes }) };
}

function splitDeltas(text: string, scenario: Scenario | undefined, wordsPerDelta: number): Iterable<string> {
  if (scenario?.name === 'script') return splitIntoChunks(text, scenario.chunk);
  if (scenario?.name === 'clock') return generateClockDeltas();
  // A scenario sets the number of deltas and the time between them, so it gets one word per delta whatever the pace is.
  return splitIntoWords(text, scenario ? 1 : wordsPerDelta);
}

/** Deltas with their number and the time of sending in ms since 1970; the bench measures delays with them. */
function* generateClockDeltas(): Generator<string> {
  for (let number = 0; ; number += 1) {
    yield `${number}@${(performance.timeOrigin + performance.now()).toFixed(2)} `;
  }
}

function createHead({ model }: ChatRequest) {
  return { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model };
}

async function sendCompletion(
  { pace }: ServerContext,
  res: ServerResponse,
  request: ChatRequest,
  { thoughts, reply, reason, usage }: Answer,
  scenario: Scenario | undefined,
  disconnect: AbortSignal,
): Promise<void> {
  const { id, created, model } = createHead(request);
  const tokens = usage().completion_tokens;
  const delayMs = scenario?.name === 'slow' ? scenario.ms * tokens : Math.min(pace.ms * tokens, MAX_DELAY_MS);
  await wait(delayMs, undefined, { signal: disconnect });
  const content =
    reply.kind === 'text' ? { content: reply.text } : { content: reply.text ?? null, tool_calls: reply.calls };
  const thinking = thoughts === '' ? {} : { reasoning_content: thoughts };
  const message = { role: 'assistant', ...content, ...thinking, refusal: null, annotations: [] };
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
