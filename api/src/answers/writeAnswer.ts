import type { AnswerMetadata } from '../../contract/chats/chat.ts';
import { AvaError } from '../../contract/errors.ts';
import { MAX_ANSWER_CHARACTERS } from '../../contract/limits.ts';
import type { AnswerEvent } from '../../contract/runs/runs.ts';
import { truncate } from '../../contract/text/text.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Models } from '../models/models.ts';
import type { Unnumbered } from '../runs/runKind.ts';
import type { AnswerPrompt } from './prompt/buildPrompt.ts';
import { createCitationParser } from './citations/citationParser.ts';
import { createCitations } from './citations/citations.ts';
import { suggestFollowUps } from './followUps.ts';
import { findPassageNumbers, joinTexts, type PriorText } from './prompt/priorText.ts';
import { createWordBuffer } from './citations/wordBuffer.ts';

interface AnswerContext {
  models: Pick<Models, 'stream' | 'complete'>;
  clock: Clock;
  log: Log;
  saveMetadata: (metadata: Partial<AnswerMetadata>) => Promise<void>;
}

/**
 * Streams one answer: its text, the citations that it uses, its end, then follow-up questions. Throws `AvaError` if the
 * model fails before the end of the answer; the text yielded before the failure is kept. A citation precedes the text
 * that uses it, so that a stopped answer has its sources.
 * @param prior the answer so far, if the model continues it
 */
export async function* writeAnswer(
  { models, clock, log, saveMetadata }: AnswerContext,
  prompt: AnswerPrompt,
  signal: AbortSignal,
  prior: PriorText = { content: '', links: [] },
): AsyncGenerator<Unnumbered<AnswerEvent>> {
  const numbers = findPassageNumbers(prior, prompt.passages);
  const allowed = new Set(prompt.passages.map((passage) => passage.number));
  const parser = createCitationParser(allowed, { content: prior.content, numbers });
  // The answer can be stopped after any chunk, and every reader sees the text that ends there.
  const wholeWords = createWordBuffer();
  const startedAt = clock.monotonic();
  let firstTokenMs: number | null = null;
  let text = prior.content;
  let receivedLength = prior.content.length;
  let citations = prior.links;
  let cited = numbers.length;
  let finish: 'stop' | 'length' = 'stop';
  let usage: { prompt: number; answer: number } | null = null;

  /** Adds to the text and returns what was added. */
  function append(words: string): string {
    const chunk = text === prior.content ? joinTexts(prior.content, words) : words;
    text += chunk;
    return chunk;
  }

  function* takeNewCitations(): Generator<Unnumbered<AnswerEvent>> {
    const used = parser.used();
    if (used.length === cited) return;
    citations = [...citations, ...createCitations(text, used, prompt.passages).slice(cited - used.length)];
    cited = used.length;
    yield { type: 'citations', citations };
  }

  const save = () =>
    saveMetadata({
      used_model: prompt.model.model_name,
      temperature: prompt.temperature,
      training_data_cutoff: prompt.model.data_cutoff_datestring,
      prompt_tokens: usage?.prompt ?? null,
      answer_tokens: usage?.answer ?? null,
      first_token_ms: firstTokenMs === null ? null : Math.round(firstTokenMs),
      total_ms: Math.round(clock.monotonic() - startedAt),
    }).catch((error: unknown) => log.warn({ error }, 'failed to save answer metadata'));

  yield { type: 'stage', stage: 'thinking' };
  let hasEnded = false;
  try {
    for await (const event of models.stream(prompt, signal)) {
      if (event.type === 'text') {
        firstTokenMs ??= clock.monotonic() - startedAt;
        const words = parser.push(wholeWords.push(truncate(event.text, MAX_ANSWER_CHARACTERS - receivedLength)));
        const chunk = append(words);
        receivedLength += event.text.length;
        yield* takeNewCitations();
        if (chunk !== '') yield { type: 'chunk', chunk };
        if (receivedLength <= MAX_ANSWER_CHARACTERS) continue;
        finish = 'length';
        break;
      } else if (event.type === 'finish') {
        finish = event.finish === 'length' ? 'length' : 'stop';
        usage = event.usage;
      }
    }
    hasEnded = true;
  } finally {
    // A stopped answer keeps its text, so it has insights too.
    if (!hasEnded && firstTokenMs !== null) await save();
  }
  const rest = append(parser.push(wholeWords.end()) + parser.end());
  yield* takeNewCitations();
  if (rest !== '') yield { type: 'chunk', chunk: rest };
  if (text.slice(prior.content.length).trim() === '')
    throw new AvaError('model_unavailable', { cause: new Error('the model returned no text') });
  yield { type: 'done', finish };

  await save();

  const questions = await suggestFollowUps(models, prompt, text, parser.used(), signal).catch((error: unknown) => {
    log.info({ error }, 'failed to suggest follow-up questions');
    return [];
  });
  if (questions.length > 0) yield { type: 'follow_ups', questions };
}
