import { newChat } from '#contract/chats/chat.ts';
import { openAnswer } from '#contract/runs/openAnswer.ts';
import type { Site } from '#contract/sites/sites.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { MODEL } from '#tests/harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { makeModelRequest } from '#tests/bench/streaming/clockQuestions.ts';
import { percentile, type Figure, type Measure } from '#tests/bench/figures.ts';

const QUESTIONS = 30;
const QUICK_QUESTIONS = 4;
/** How long the model thinks before each reply, as large models do. */
const MODEL_MS = 1_000;
const MAX_MS = 1_000;
const QUESTION = 'How often should travel advances be settled?';

/**
 * What a person sees after sending a question about the files of a site: the first sign that AVA works on it, and the first
 * words, while the model writes queries before the answer. The peer is the model server, asked directly.
 */
export const firstProgress: Measure = async ({ quick }) => {
  const app = await startApp({ process: 'own', features: { knowledgeSearch: true } });
  try {
    const ada = app.as('ada');
    const site = await makeCorpus(ada, 'Finance');
    await addFiles(ada, site, await listCrawledFiles(ada, site.SiteId));
    await app.control('models', 'scenario', { name: 'late', ms: MODEL_MS });
    const [progress, words, direct]: number[][] = [[], [], []];
    for (let round = -1; round < (quick ? QUICK_QUESTIONS : QUESTIONS); round += 1) {
      const timing = await timeSearch(app, site);
      const model = await timeModel(app);
      // The first round is a warm-up.
      if (round < 0) continue;
      progress!.push(timing.progress);
      words!.push(timing.words);
      direct!.push(model);
    }
    const peer = { name: 'first words of the model server', value: percentile(direct!, 0.95) };
    const toFigure = (name: string, values: readonly number[]): Figure => ({
      name: `search of a site: ${name} p95`,
      value: percentile(values, 0.95),
      unit: 'ms',
      peer,
    });
    return [
      { ...toFigure('first visible progress', progress!), aim: { atMost: MAX_MS } },
      {
        ...toFigure('first words', words!),
        note: `the model takes ${MODEL_MS} ms for the queries, then for the answer`,
      },
    ];
  } finally {
    await app.close();
  }
};

async function timeSearch(app: TestApp, site: Site): Promise<{ progress: number; words: number }> {
  const ben = app.as('ben');
  const { ConversationId: chatId } = await ben.call(newChat, { chat_type: 'search' });
  const settings = { useConciseMode: false, selectedTemperature: 'Balanced' as const };
  const startedAt = performance.now();
  const events = await openAnswer(
    ben,
    {
      chatId,
      eventSessionId: crypto.randomUUID(),
      model: MODEL,
      settings,
      functionCalling: false,
      lookUp: true,
      timeZone: undefined,
      requestId: crypto.randomUUID(),
      text: QUESTION,
      files: [],
      search: { sites: [site.SiteId], files: [] },
    },
    new AbortController().signal,
  );
  let [progress, words] = [Number.NaN, Number.NaN];
  for await (const { type } of events) {
    const ms = performance.now() - startedAt;
    if (type === 'stage' && Number.isNaN(progress)) progress = ms;
    if (type === 'chunk' && Number.isNaN(words)) words = ms;
  }
  if (Number.isNaN(progress) || Number.isNaN(words)) throw new Error('The answer has no stage or no text.');
  return { progress, words };
}

async function timeModel(app: TestApp): Promise<number> {
  const { url, headers, body } = makeModelRequest(app.urls.models);
  const startedAt = performance.now();
  const response = await fetch(url, { method: 'POST', headers, body });
  let text = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (/"content":"[^"]/.test(text)) return performance.now() - startedAt;
  }
  throw new Error(`The model server answered ${response.status} without text.`);
}
