import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '#contract/client.ts';
import { createClient } from '#contract/client.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getStatus, type JobStatus } from '#contract/runs/jobs.ts';
import { encodeCall, send, type CallInput, type Reply, type WireRequest } from '#tests/harness/http/request.ts';
import type { ClosedAnswer } from './closedAnswer.ts';
import type { PersonData } from '#tests/harness/client/personData.ts';

/** Addresses of AVA and credentials of the participants; made by the parent process. */
export interface AttackTarget {
  api: string;
  bot: string;
  channel: string;
  /** A bearer token for each person, valid until the attacks have ended. */
  tokens: Readonly<Record<string, string>>;
  /** A token that the bot accepts from the Teams channel. */
  channelToken: string;
  /** Id of the corpus of Finance. */
  financeId: string;
  /** A file in that corpus that only Ada can read. */
  closedFileId: string;
  /** An answer of Ben, who has lost access to its file. */
  closedAnswer: ClosedAnswer;
  /** Data of a person who is not an attacker. */
  others: PersonData;
}

/** One kind of attack. */
export interface Attack {
  name: string;
  /** Names of the members who make this attack; all attackers by default. */
  by?: readonly string[];
  /** How often each member makes this attack at most; set for attacks that fill the store. */
  maxTimes?: number;
  run(attacker: Attacker): Promise<void>;
}

/** Attacks that a member makes one after the other. Groups run in parallel. */
export interface AttackGroup {
  name: string;
  attacks: readonly Attack[];
  /** Prepares expensive inputs before the measurement. */
  prepare?: () => Promise<unknown>;
}

/** Outcomes of an attack over all members. */
export interface AttackTally {
  times: number;
  /** Number of responses by status; `none` counts requests without a response. */
  statuses: Record<string, number>;
  /** Requests with a 5xx response. */
  serverErrors: string[];
  /** Responses that revealed too much, as sentences. */
  breaches: string[];
}

export const emptyTally = (): AttackTally => ({ times: 0, statuses: {}, serverErrors: [], breaches: [] });

const MAX_SENTENCES = 20;
const DISCARD_MS = 30_000;
const POLL_MS = 3_000;
/** The time limit of an extraction (180 s), and a minute for its wait in the queue. */
const WAIT_MS = 240_000;

/** A member of the organization with a valid token who attacks AVA. Counts every response. */
export class Attacker {
  readonly person: string;
  readonly target: AttackTarget;
  readonly client: Client;
  readonly stopped: AbortSignal;
  readonly #tally: AttackTally;
  readonly #objects: Map<string, unknown>;

  constructor(
    person: string,
    target: AttackTarget,
    tally: AttackTally,
    shared: { objects: Map<string, unknown>; stopped: AbortSignal },
  ) {
    this.person = person;
    this.target = target;
    this.stopped = shared.stopped;
    this.#tally = tally;
    this.#objects = shared.objects;
    this.client = createClient({
      baseUrl: target.api,
      token: async () => this.bearer,
      fetch: (url, init) => this.#fetch(url, init),
    });
  }

  get bearer(): string {
    return this.target.tokens[this.person] ?? '';
  }

  /** Makes a call of the contract, also with invalid values. */
  async call(endpoint: Endpoint, input: CallInput): Promise<Reply | null> {
    return this.send(await encodeCall(endpoint, input, this.bearer));
  }

  /** Sends a raw request with the member's bearer token. */
  async send(request: WireRequest, origin = this.target.api): Promise<Reply | null> {
    const headers = { authorization: `Bearer ${this.bearer}`, ...request.headers };
    const reply = await send(origin, { ...request, headers }).catch(() => null);
    this.count(reply?.status ?? null, `${request.method} ${request.path.slice(0, 120)}: ${reply?.text.slice(0, 200)}`);
    return reply;
  }

  /** Sends a request and discards the response, which can be too large for this process. */
  async discard({ method, path }: WireRequest): Promise<void> {
    const headers = { authorization: `Bearer ${this.bearer}` };
    const status = await new Promise<number | null>((resolve) => {
      const call = request(
        `${this.target.api}${path}`,
        { method, headers, agent: false, timeout: DISCARD_MS },
        (response) => {
          response.resume();
          response.once('close', () => resolve(response.statusCode ?? null));
        },
      );
      call.once('timeout', () => call.destroy());
      call.once('error', () => resolve(null));
      call.end();
    });
    this.count(status, `${method} ${path}`);
  }

  /** Returns the status of a job when it has ended, or after WAIT_MS. */
  async waitForJob(jobId: string): Promise<JobStatus> {
    for (const end = Date.now() + WAIT_MS; ; await sleep(POLL_MS, undefined, { signal: this.stopped })) {
      const status = await this.client.call(getStatus, { jobId });
      if (status.status === 'COMPLETED' || status.status === 'FAILURE' || Date.now() > end) return status;
    }
  }

  count(status: number | null, about: string): void {
    const key = status === null ? 'none' : String(status);
    this.#tally.statuses[key] = (this.#tally.statuses[key] ?? 0) + 1;
    if (status !== null && status >= 500)
      addSentence(this.#tally.serverErrors, `${status} to ${this.person}: ${about}`);
  }

  /** Records that AVA revealed something. */
  reportBreach(sentence: string): void {
    addSentence(this.#tally.breaches, `${this.person}: ${sentence}`);
  }

  /** Returns an object of this member, such as a chat, which is created on first use. */
  async getOrCreate<T>(name: string, create: () => Promise<T>): Promise<T> {
    const existing = this.#objects.get(name);
    if (existing !== undefined) return existing as T;
    const created = await create();
    this.#objects.set(name, created);
    return created;
  }

  async #fetch(url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    const response = await fetch(url, init).catch((error: unknown) => {
      if (!init?.signal?.aborted) this.count(null, '');
      throw error;
    });
    this.count(response.status, `${init?.method} ${String(url)}`);
    return response;
  }
}

function addSentence(list: string[], sentence: string): void {
  if (list.length < MAX_SENTENCES) list.push(sentence);
}
