import { answerFromPassages } from './answering/answer.ts';
import { markRefusal, removeMark } from './answering/refusal.ts';
import { parseConversation } from './conversation.ts';
import { findCreativeTask, isSmallTalk, parseRepeatCommand, replyWithoutText } from './answering/plainChat.ts';
import { parseContinuation, removeBeginning } from './tasks/continuation.ts';
import { createFollowUpQuestions } from './tasks/followUpQuestions.ts';
import { describeImages } from './answering/imageNote.ts';
import { buildSentenceIndex } from './ranking/sentenceIndex.ts';
import { createSearchPlan } from './tasks/searchQuery.ts';
import { asksForLocations, isSummaryRequest, parsePointCount, summarize } from './answering/summary.ts';
import { createTitle } from './tasks/chatTitle.ts';
import { createBullets } from './tasks/bullets.ts';
import { createReadCall, createToolCalls, parseToolCommands, removeToolCommands } from './tools/toolCalls.ts';
import { getLatestToolResults, formatJson, MAX_SHORT_RESULT, describeToolResult } from './tools/toolResults.ts';
import { parseDemoTextRequest, writeDemoText } from './answering/demoText.ts';
import type { Conversation } from './conversation.ts';
import { parsePassages } from './text/passageParser.ts';
import type { Passage } from './text/passageParser.ts';
import type { ChatRequest, ModelReply } from '#sandbox/models/openai/apiTypes.ts';

const TASK = /\bTask:[ \t]*(title|follow-up questions|summary|search queries|super prompt|bullets)\b/i;

/** The extractive model's reply: a text, or the tool calls that the person or `tool_choice` requests. */
export function replyTo(request: ChatRequest): ModelReply {
  const continuation = parseContinuation(request.messages);
  if (continuation) {
    const whole = replyTo({ ...request, messages: continuation.messages });
    return whole.kind === 'text'
      ? { ...whole, text: removeBeginning(removeMark(whole.text), continuation.prior) }
      : whole;
  }
  const conversation = parseConversation(request.messages);
  const task = TASK.exec(conversation.system)?.[1]?.toLowerCase();
  if (task) return { kind: 'text', text: runTask(task, conversation) };
  const results = getLatestToolResults(request.messages);
  if (results.length > 0) {
    const reading = createReadCall(request, conversation.lastMessage, results);
    if (reading.length > 0) return { kind: 'toolCalls', calls: reading };
    return { kind: 'text', text: answerFromToolResults(results, conversation) };
  }
  const calls = createToolCalls(request, conversation.lastMessage, conversation.turns);
  if (calls.length > 0) return { kind: 'toolCalls', calls };
  const text = writeAnswer(conversation, request.seed);
  return { kind: 'text', text: [describeImages(conversation.images), text].filter(Boolean).join('\n\n') };
}

/** Runs the task that a system prompt names after `Task:`. */
function runTask(task: string, conversation: Conversation): string {
  const { turns, passages, dialog, answers, system } = conversation;
  switch (task) {
    case 'title':
      return createTitle(turns);
    case 'follow-up questions':
      // The last turn is the request for the questions.
      return JSON.stringify(
        createFollowUpQuestions(passages, turns.length > 1 ? turns.slice(0, -1) : turns, answers.at(-1) ?? ''),
      );
    case 'super prompt':
      // It cannot write, so it keeps the prompt, which the next request then answers.
      return parsePromptOfStep(dialog.at(-1) ?? '');
    case 'bullets':
      return createBullets(dialog.at(-1) ?? '');
    case 'search queries':
      return JSON.stringify(createSearchPlan(turns.at(-1) ?? '', system));
    default:
      return summarize(buildSentenceIndex(passages.length > 0 ? passages : dialog.map(toPassage)), {
        points: parsePointCount(turns.at(-1) ?? ''),
      });
  }
}

function parsePromptOfStep(request: string): string {
  return (/<prompt>([\s\S]*)<\/prompt>/.exec(request)?.[1] ?? '').replaceAll('&lt;', '<');
}

function toPassage(text: string): Passage {
  return { n: undefined, source: '', location: '', text };
}

function writeAnswer(conversation: Conversation, seed: number | undefined): string {
  const { lastMessage, turns, passages, images, system } = conversation;
  const textToRepeat = parseRepeatCommand(lastMessage);
  if (textToRepeat !== undefined) return textToRepeat;
  const demoTextRequest = parseDemoTextRequest(lastMessage);
  if (demoTextRequest) return writeDemoText({ ...demoTextRequest, seed });
  const unknownTool = parseToolCommands(lastMessage)[0];
  if (unknownTool) return `I was not given a tool named \`${unknownTool.name}\`.`;
  if (passages.length > 0 && !isSmallTalk(lastMessage)) return answerOrSummarize(passages, turns, system);
  return images.length > 0 ? '' : replyWithoutText(lastMessage);
}

/** Maximum points of the summary that takes the place of a text that this model can't write. */
const MAX_MATERIAL_POINTS = 5;

function answerOrSummarize(passages: Passage[], turns: string[], system: string): string {
  const last = turns.at(-1) ?? '';
  const points = parsePointCount(last);
  if (isSummaryRequest(last))
    return summarize(buildSentenceIndex(passages), { points, withLocations: asksForLocations(last) });
  const task = findCreativeTask(last);
  if (task) {
    const material = summarize(buildSentenceIndex(passages), { points: points ?? MAX_MATERIAL_POINTS });
    return `I can't ${task}: the sandbox model only quotes. These are the main points of your text:\n\n${material}`;
  }
  return markRefusal(answerFromPassages(passages, turns, { concise: /\bconcise(?:ly)?\b/i.test(system) }), system);
}

/** Functions whose results are a list, and not the text of a file. */
const LISTING_FUNCTIONS = new Set(['find_people', 'find_files', 'search_mail', 'list_meetings']);
const MAX_LISTED = 10;
const MAX_LISTED_CHARACTERS = 240;

/** Every passage as a line with its source. */
function listPassages(passages: Passage[]): string {
  const lines = passages.slice(0, MAX_LISTED).map(({ n, source, text }) => {
    const line = text.replace(/\s+/g, ' ').trim();
    const short = line.length > MAX_LISTED_CHARACTERS ? `${line.slice(0, MAX_LISTED_CHARACTERS)}…` : line;
    return `- **${source}**: ${short}${n === undefined ? '' : ` [${n}]`}`;
  });
  return [`I found ${passages.length === 1 ? 'this' : `${passages.length} results`}:`, lines.join('\n')].join('\n\n');
}

/** Answers from the passages in tool results. Without passages, repeats short results and quotes from long ones. */
function answerFromToolResults(
  results: { name: string; text: string }[],
  { turns, passages, system }: Conversation,
): string {
  const found = results.flatMap(({ text }) => parsePassages(text));
  if (found.length > 0 && results.every(({ name }) => LISTING_FUNCTIONS.has(name) || name.startsWith('workplace_')))
    return listPassages(found);
  const questions = turns.map(removeToolCommands);
  if (passages.some(({ n }) => n !== undefined)) return answerOrSummarize(passages, questions, system);
  if (results.every(({ text }) => text.length <= MAX_SHORT_RESULT)) return results.map(describeToolResult).join('\n\n');
  const asPassages = results.map(({ name, text }) => ({
    n: undefined,
    source: `The tool ${name}`,
    location: '',
    text: formatJson(text),
  }));
  return answerOrSummarize(asPassages, questions, system);
}
