import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chatResponseWithContext, getChat, getChats, newChat, renameChat, shareChat } from '#contract/chats/chat.ts';
import { createClient, type Client } from '#contract/client.ts';
import { getCorpusFileText } from '#contract/sites/corpusFiles.ts';
import { startFileText } from '#contract/files/files.ts';
import type { Answer, AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { FileText } from '#contract/runs/jobs.ts';
import { applyEvent, emptyAnswer } from '#contract/runs/answerEvents.ts';
import { searchResponse } from '#contract/sites/search.ts';
import { getPerson } from '#sandbox/people.ts';
import { askBot } from './askBot.ts';
import { ExpectedData } from './expectedData.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';
import { toMessageFile, waitForJob } from '#tests/harness/client/uploads.ts';
import { makeChat, MODEL } from '#tests/harness/client/answers.ts';

export interface NormalTarget {
  api: string;
  channel: string;
  people: readonly string[];
  tokens: Readonly<Record<string, string>>;
  /** A corpus that all `people` can read, a question about it, and a part of the expected answer. */
  site: { id: string; question: string; expected: string };
}

/** `reading` is no answer. It stands for the time from an upload to the text of the file. */
export type AnswerKind = 'chat' | 'file' | 'search' | 'bot' | 'reading';

export interface AnswerTime {
  kind: AnswerKind;
  /** Time from the request to the first text, in ms; `null` without a stream. */
  first: number | null;
  total: number;
}

/** A person who uses AVA normally and records all messages. */
export class NormalPerson {
  readonly #name: string;
  readonly #peer: string;
  readonly #target: NormalTarget;
  readonly #client: Client;
  readonly #peerClient: Client;
  readonly #expected: ExpectedData;
  #times: AnswerTime[] = [];
  #failures: string[] = [];
  #rounds = 0;

  constructor(name: string, peer: string, target: NormalTarget) {
    this.#name = name;
    this.#peer = peer;
    this.#target = target;
    const createPersonClient = (who: string) =>
      createClient({ baseUrl: target.api, token: async () => target.tokens[who] ?? null });
    this.#client = createPersonClient(name);
    this.#peerClient = createPersonClient(peer);
    this.#expected = new ExpectedData(this.#client, this.#peerClient);
  }

  /** Runs every step once. A failed step is recorded and does not prevent the others. */
  async round(): Promise<void> {
    this.#rounds += 1;
    const steps = { chat: this.#chatAndShare, file: this.#askAboutFile, search: this.#askSite, bot: this.#askBot };
    for (const [name, step] of Object.entries(steps))
      await step.call(this).catch((error: unknown) => {
        this.#failures.push(`${new Date().toISOString()} ${this.#name}, ${name}: ${String(error).slice(0, 300)}`);
      });
  }

  takeReport(): { times: AnswerTime[]; failures: string[] } {
    const report = { times: this.#times, failures: this.#failures };
    [this.#times, this.#failures] = [[], []];
    return report;
  }

  verify() {
    return this.#expected.verify();
  }

  async #chatAndShare(): Promise<void> {
    const convo_id = await makeChat(this.#client);
    const words = `tea ${randomUUID()} is at four in the yellow room`;
    const question = { convo_id, text: `repeat after me: ${words}`, request_id: randomUUID() };
    const answer = await this.#measureAnswer('chat', (ids) =>
      this.#client.stream(chatResponseWithContext, { ...ids, ...question }),
    );
    strictEqual(answer.content.trim(), words);
    this.#expected.addExchange(convo_id, question, answer);
    await this.#reload(convo_id);
    const title = `Chat ${this.#rounds} of ${this.#name}`;
    await this.#client.call(renameChat, { convo_id, title });
    await this.#client.call(shareChat, { convo_id, peers: [getPerson(this.#peer).oid] });
    this.#expected.addShare(title, convo_id);
    await this.#openShare(title);
  }

  /**
   * The peer opens the copy, because at most 50 unopened copies by one person can wait for a colleague
   * (`chatQuota.ts`).
   */
  async #openShare(title: string): Promise<void> {
    const { chats } = await this.#peerClient.call(getChats, {});
    const copy = chats.find(({ Title, SharedBy }) => Title === title && SharedBy !== null);
    ok(copy, 'the peer has no copy of the shared chat');
    await this.#peerClient.call(getChat, { convo_id: copy.ConversationId });
  }

  async #askAboutFile(): Promise<void> {
    const price = 100 + (this.#rounds % 900);
    const pdf = await makePdf([['The picnic takes place in Juniper Park.'], [`The basket costs ${price} pounds.`]]);
    const file = await this.#read(new File([new Uint8Array(pdf)], 'picnic.pdf'));
    const convo_id = await makeChat(this.#client);
    const question = { convo_id, text: 'How much does the basket cost?', request_id: randomUUID() };
    const file_context = [toMessageFile(file)];
    const answer = await this.#measureAnswer('file', (ids) =>
      this.#client.stream(chatResponseWithContext, { ...ids, ...question, file_context }),
    );
    ok(answer.content.includes(String(price)), `the answer about the basket is: ${answer.content}`);
    this.#expected.addExchange(convo_id, question, answer);
  }

  async #read(file: File): Promise<FileText> {
    const startedAt = performance.now();
    const { job_id } = await this.#client.upload(startFileText, {}, file);
    const { result, error } = await waitForJob(this.#client, job_id);
    ok(result, `the file was not read: ${error}`);
    this.#times.push({ kind: 'reading', first: null, total: performance.now() - startedAt });
    return result;
  }

  async #askSite(): Promise<void> {
    const { id: site_id, question: text, expected } = this.#target.site;
    const { ConversationId: convo_id } = await this.#client.call(newChat, { chat_type: 'search' });
    const question = { convo_id, text, request_id: randomUUID() };
    const answer = await this.#measureAnswer('search', (ids) =>
      this.#client.stream(searchResponse, { ...ids, ...question, site_id }),
    );
    ok(answer.content.includes(expected), `the site answered: ${answer.content}`);
    this.#expected.addExchange(convo_id, question, answer);
    const [citation] = answer.links;
    ok(citation, 'the answer cites nothing');
    const opened = await this.#client.call(getCorpusFileText, { site_id, datasource_id: citation.fileid });
    ok(JSON.stringify(opened.extraction).includes(expected), 'the file of the citation does not contain the answer');
    await this.#reload(convo_id);
  }

  async #askBot(): Promise<void> {
    const words = `cake ${randomUUID()} is at five`;
    const startedAt = performance.now();
    await askBot(this.#target.channel, this.#name, `repeat after me: ${words}`, words);
    this.#times.push({ kind: 'bot', first: null, total: performance.now() - startedAt });
  }

  async #reload(convo_id: string): Promise<void> {
    const { chats } = await this.#client.call(getChats, { limit: 20 });
    ok(
      chats.some(({ ConversationId }) => ConversationId === convo_id),
      'the chat is not in the history',
    );
    strictEqual((await this.#client.call(getChat, { convo_id })).Messages.length, 2);
  }

  async #measureAnswer(
    kind: AnswerKind,
    open: (ids: { event_session_id: string; model: string }) => Promise<AsyncIterable<AnswerEvent>>,
  ): Promise<Answer> {
    const startedAt = performance.now();
    let first: number | null = null;
    const answer = emptyAnswer(randomUUID(), null);
    for await (const event of await open({ event_session_id: randomUUID(), model: MODEL })) {
      if (event.type === 'chunk') first ??= performance.now() - startedAt;
      applyEvent(answer, event);
      if (event.type === 'done') this.#times.push({ kind, first, total: performance.now() - startedAt });
    }
    strictEqual(answer.state.name, 'complete');
    return answer;
  }
}
