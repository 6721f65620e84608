import { answerFrom } from './answering/answer.ts';
import { conversationOf } from './conversation.ts';
import { isSmallTalk, smallTalk, toRepeat } from './answering/smallTalk.ts';
import { followUpsOf } from './tasks/followUpQuestions.ts';
import { imageNote } from './answering/imageNote.ts';
import { intentOf } from './tasks/intent.ts';
import { indexOf } from './ranking/sentenceRanking.ts';
import { searchQueryOf } from './tasks/searchQuery.ts';
import { asksForSummary, pointsAsked, summarise } from './answering/summary.ts';
import { titleOf } from './tasks/chatTitle.ts';
import { callsFor, commandsIn, withoutCommands } from './tools/toolCalls.ts';
import { latestResults, readable, SHORT_RESULT, tell } from './tools/toolResults.ts';
import { wordsAsked, write } from './answering/demoText.ts';
import type { Conversation } from './conversation.ts';
import type { Passage } from './text/passageParser.ts';
import type { ChatRequest, Reply } from '../openai/apiTypes.ts';

const TASK = /\bTask:[ \t]*(title|follow-up questions|summary|intent|search query)\b/i;

/** What the extractive model says to a request: a text, or the tool calls that the person scripted. */
export function replyTo(request: ChatRequest): Reply {
  const conversation = conversationOf(request.messages);
  const task = TASK.exec(conversation.system)?.[1]?.toLowerCase();
  if (task) return { kind: 'text', text: fulfil(task, conversation) };
  const results = latestResults(request.messages);
  if (results.length > 0) return { kind: 'text', text: answerFromTools(results, conversation) };
  const calls = callsFor(request, conversation.last, conversation.turns);
  if (calls.length > 0) return { kind: 'toolCalls', calls };
  const text = answerText(conversation, request.seed);
  return { kind: 'text', text: [imageNote(conversation.images), text].filter(Boolean).join('\n\n') };
}

/** The small jobs that a system prompt names after `Task:`. */
function fulfil(task: string, conversation: Conversation): string {
  const { turns, passages, spoken, system } = conversation;
  const material = passages.length > 0 ? passages.map(({ text }) => text) : spoken;
  switch (task) {
    case 'title':
      return titleOf(turns);
    case 'follow-up questions':
      return JSON.stringify(followUpsOf(material, turns));
    case 'intent':
      return JSON.stringify(intentOf(turns.at(-1) ?? '', system));
    case 'search query':
      return searchQueryOf(turns);
    default:
      return summarise(indexOf(passages.length > 0 ? passages : spoken.map(asPassage)), {
        points: pointsAsked(turns.at(-1) ?? ''),
      });
  }
}

function asPassage(text: string): Passage {
  return { n: undefined, source: '', place: '', text };
}

function answerText(conversation: Conversation, seed: number | undefined): string {
  const { last, turns, passages, images, system } = conversation;
  const repeated = toRepeat(last);
  if (repeated !== undefined) return repeated;
  const wanted = wordsAsked(last);
  if (wanted) return write({ ...wanted, seed });
  const unknown = commandsIn(last)[0];
  if (unknown) return `I was not given a tool named \`${unknown.name}\`.`;
  if (passages.length > 0 && !isSmallTalk(last)) return fromPassages(passages, turns, system);
  return images.length > 0 ? '' : smallTalk(last);
}

function fromPassages(passages: Passage[], turns: string[], system: string): string {
  const last = turns.at(-1) ?? '';
  if (asksForSummary(last)) return summarise(indexOf(passages), { points: pointsAsked(last) });
  return answerFrom(passages, turns, { concise: /\bconcise\b/i.test(system) });
}

/** Answers from what the tools gave: from their passages, by telling a short result whole, or by quoting from a long one. */
function answerFromTools(results: { name: string; text: string }[], { turns, passages, system }: Conversation): string {
  const questions = turns.map(withoutCommands);
  if (passages.some(({ n }) => n !== undefined)) return fromPassages(passages, questions, system);
  if (results.every(({ text }) => text.length <= SHORT_RESULT)) return results.map(tell).join('\n\n');
  const asPassages = results.map(({ name, text }) => ({
    n: undefined,
    source: `The tool ${name}`,
    place: '',
    text: readable(text),
  }));
  return fromPassages(asPassages, questions, system);
}
