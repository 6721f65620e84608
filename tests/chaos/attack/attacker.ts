import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../../../api/contract/client.ts';
import { createClient } from '../../../api/contract/client.ts';
import type { Endpoint } from '../../../api/contract/endpoint.ts';
import { getStatus, type JobStatus } from '../../../api/contract/runs.ts';
import { encodeCall, send, type CallInput, type Reply, type WireRequest } from '../../harness/http/request.ts';
import type { PersonData } from '../../harness/client/personData.ts';

/** Where AVA runs and who takes part; made by the parent process. */
export interface AttackTarget {
  api: string;
  bot: string;
  channel: string;
  /** A bearer for each person, valid for the whole run. */
  tokens: Readonly<Record<string, string>>;
  /** A token of Teams' channel for the bot. */
  channelToken: string;
  /** The id of Finance's corpus, and of a file in it that only Ada can read. */
  financeId: string;
  closedFileId: string;
  /** PersonData of a person who attacks nobody. */
  others: PersonData;
}

/** One thing that a member tries. */
export interface Attack {
  name: string;
  /** Who tries it; every attacker, where it is missing. */
  by?: readonly string[];
  /** How often one member tries it in a whole run, where it fills the store. */
  most?: number;
  run(attacker: Attacker): Promise<void>;
}

/** Attacks that one member makes one after the other; the groups run side by side. */
export interface AttackGroup {
  name: string;
  attacks: readonly Attack[];
  /** Builds what is costly to build, before anything is measured. */
  prepare?: () => Promise<unknown>;
}

/** What came of an attack, over all members. */
export interface Tally {
  times: number;
  /** How often each status came back; `none` counts requests without an answer. */
  statuses: Record<string, number>;
  /** Requests answered with a 5xx. */
  serverErrors: string[];
  /** Answers that gave more than they must, in sentences. */
  breaches: string[];
}

export const emptyTally = (): Tally => ({ times: 0, statuses: {}, serverErrors: [], breaches: [] });

const MOST_KEPT = 20;
const DISCARD_MS = 30_000;
const POLL_MS = 3_000;
/** A little longer than one extraction may take, with its time in the queue. */
const WAIT_MS = 240_000;

/** A member of the organization with a legal token and bad intentions. Every answer is counted. */
export class Attacker {
  readonly person: string;
  readonly target: AttackTarget;
  readonly client: Client;
  readonly stopped: AbortSignal;
  readonly #tally: Tally;
  readonly #memory: Map<string, unknown>;

  constructor(
    person: string,
    target: AttackTarget,
    tally: Tally,
    shared: { memory: Map<string, unknown>; stopped: AbortSignal },
  ) {
    this.person = person;
    this.target = target;
    this.stopped = shared.stopped;
    this.#tally = tally;
    this.#memory = shared.memory;
    this.client = createClient({
      baseUrl: target.api,
      token: async () => this.bearer,
      fetch: (url, init) => this.#fetch(url, init),
    });
  }

  get bearer(): string {
    return this.target.tokens[this.person] ?? '';
  }

  /** A call of the contract with any values in it; no answer counts as `none`. */
  async call(endpoint: Endpoint, ask: CallInput): Promise<Reply | null> {
    return this.wire(await encodeCall(endpoint, ask, this.bearer));
  }

  /** A request as it is, with the member's bearer. */
  async wire(request: WireRequest, origin = this.target.api): Promise<Reply | null> {
    const headers = { authorization: `Bearer ${this.bearer}`, ...request.headers };
    const reply = await send(origin, { ...request, headers }).catch(() => null);
    this.count(reply?.status ?? null, `${request.method} ${request.path.slice(0, 120)}: ${reply?.text.slice(0, 200)}`);
    return reply;
  }

  /** A request whose answer is read and thrown away: the answer may be larger than this process wants to keep. */
  async discard({ method, path }: WireRequest): Promise<void> {
    const headers = { authorization: `Bearer ${this.bearer}` };
    const status = await new Promise<number | null>((done) => {
      const call = request(
        `${this.target.api}${path}`,
        { method, headers, agent: false, timeout: DISCARD_MS },
        (response) => {
          response.resume();
          response.once('close', () => done(response.statusCode ?? null));
        },
      );
      call.once('timeout', () => call.destroy());
      call.once('error', () => done(null));
      call.end();
    });
    this.count(status, `${method} ${path}`);
  }

  /** The status of a job once it has ended, or after WAIT_MS. */
  async settled(jobId: string): Promise<JobStatus> {
    for (const end = Date.now() + WAIT_MS; ; await sleep(POLL_MS, undefined, { signal: this.stopped })) {
      const status = await this.client.call(getStatus, { jobId });
      if (status.status === 'COMPLETED' || status.status === 'FAILURE' || Date.now() > end) return status;
    }
  }

  count(status: number | null, about: string): void {
    const key = status === null ? 'none' : String(status);
    this.#tally.statuses[key] = (this.#tally.statuses[key] ?? 0) + 1;
    if (status !== null && status >= 500) keep(this.#tally.serverErrors, `${status} to ${this.person}: ${about}`);
  }

  /** Records that AVA gave something that it must not give. */
  breach(sentence: string): void {
    keep(this.#tally.breaches, `${this.person}: ${sentence}`);
  }

  /** Something of the member's own that is made at the first use and kept. */
  async own<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#memory.get(name);
    if (known !== undefined) return known as T;
    const made = await make();
    this.#memory.set(name, made);
    return made;
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

function keep(list: string[], sentence: string): void {
  if (list.length < MOST_KEPT) list.push(sentence);
}
