import { parseConversation } from './conversation.ts';
import { parseDemoTextRequest, writeDemoText } from './demoText.ts';
import { parsePassages } from './passages.ts';
import { isRefusal, quote, quoteText } from './quote.ts';
import { asksForSummary, runTask, summarize } from './tasks.ts';
import { describeImages, isAboutModel, replyWithoutText } from './talk.ts';
import { createToolCalls, listToolResults, parseToolCommands, removeToolCommands } from './toolCalls.ts';
import { getText } from '#sandbox/models/openai/apiTypes.ts';
import type { Conversation } from './conversation.ts';
import type { ToolResult } from './toolCalls.ts';
import type { ChatRequest, ModelReply } from '#sandbox/models/openai/apiTypes.ts';

const TASK =
  /\bTask:[ \t]{0,9}(title|follow-up questions|search queries|super prompt|bullets|research plan|research report)\b/i;
/** The rule of AVA's prompt that a refusal begins with the mark `[0]`. */
const MARK_RULE = /\bbegin with (\[0\])/;
const CONTINUE = /^Continue your last answer exactly where it stops\b/;

/**
 * The reply of the sandbox's model. It does what a command of a test or the task of a system prompt says. Otherwise it
 * quotes the passages of the prompt, or says that it can't answer. It knows nothing else.
 * @param demanded what it quotes from the passages, whatever the question
 */
export function replyTo(request: ChatRequest, demanded?: string): ModelReply {
  const { messages } = request;
  const [prior, last] = messages.slice(-2);
  if (prior?.role === 'assistant' && last?.role === 'user' && CONTINUE.test(getText(last)))
    return continueAnswer(request, getText(prior));
  const conversation = parseConversation(messages);
  const task = TASK.exec(conversation.system)?.[1]?.toLowerCase();
  if (task) return { kind: 'text', text: runTask(task, conversation) };
  const calls = createToolCalls(request, conversation.question);
  if (calls.length > 0) return { kind: 'toolCalls', calls };
  const results = listToolResults(messages);
  const text =
    results.length > 0 ? answerFromResults(results, conversation) : answer(conversation, request.seed, demanded);
  return { kind: 'text', text: [describeImages(conversation.images), text].filter(Boolean).join('\n\n') };
}

/** Returns the rest of an answer that was stopped: the whole answer to the question, without the text in `prior`. */
function continueAnswer(request: ChatRequest, prior: string): ModelReply {
  const whole = replyTo({ ...request, messages: request.messages.slice(0, -2) });
  if (whole.kind !== 'text') return whole;
  const [text, start] = [whole.text.replace(/^\[0\] /, ''), prior.trimEnd()];
  return { kind: 'text', text: text.startsWith(start) ? text.slice(start.length) || 'That is all.' : text };
}

function answer(conversation: Conversation, seed: number | undefined, demanded?: string): string {
  const { question, passages, images } = conversation;
  const repeated = /^\s*(?:please )?repeat after me:[ \t]*\n?([\s\S]+)$/i.exec(question)?.[1];
  if (repeated !== undefined) return repeated;
  const demoText = parseDemoTextRequest(question);
  if (demoText) return writeDemoText({ ...demoText, seed });
  const [command] = parseToolCommands(question);
  if (command) return `I was not given a tool named \`${command.name}\`.`;
  if (passages.length > 0 && !isAboutModel(question)) return quoteOrSummarize(conversation, demanded);
  return images.length > 0 ? '' : replyWithoutText(question);
}

function quoteOrSummarize({ system, questions, question, passages }: Conversation, demanded?: string): string {
  if (demanded === undefined && asksForSummary(question)) return summarize(passages, question);
  const max = /\bconcisely\b/i.test(system) ? 1 : undefined;
  const reply =
    demanded === undefined ? quote(passages, question, questions.at(-2), max) : quoteText(passages, demanded);
  const mark = isRefusal(reply) ? MARK_RULE.exec(system)?.[1] : undefined;
  return mark === undefined ? reply : `${mark} ${reply}`;
}

/** Functions whose results are lists, which are shown as they are. The results of the others are texts to quote. */
const LISTING = /^(?:find_people|find_files|search_mail|list_|workplace_)/;
const MAX_LISTED = 10;
const MAX_LISTED_LENGTH = 240;

function answerFromResults(results: readonly ToolResult[], conversation: Conversation): string {
  const passages = results.flatMap(({ text }) => parsePassages(text));
  if (passages.length > 0 && !results.every(({ name }) => LISTING.test(name)))
    return quoteOrSummarize({ ...conversation, question: removeToolCommands(conversation.question) });
  if (passages.length === 0)
    return results.map(({ name, text }) => `The tool \`${name}\` answered:\n\n${text}`).join('\n\n');
  return passages
    .slice(0, MAX_LISTED)
    .map(({ n, source, text }) => `- **${source}**: ${text.replace(/\s+/g, ' ').slice(0, MAX_LISTED_LENGTH)} [${n}]`)
    .join('\n');
}
