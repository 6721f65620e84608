import type { Activity, InvokeResponse } from 'botbuilder';
import type { AuthenticateRequestResult } from 'botframework-connector';
import type { TeamsAdapter, Turn } from './adapter.ts';
import { IncomingActivity, refusalOf, type Expected } from './incoming.ts';
import type { Log } from '../../api/platform/log.ts';

export interface Received {
  status: number;
  body?: unknown;
}

export interface Reception {
  /**
   * Takes what came to the bot's address: refuses what is malformed, not ours or not the channel's, answers an invoke, and
   * acknowledges everything else at once, before it is worked on. Never rejects.
   */
  receive(body: unknown, authorization: string): Promise<Received>;
  /** Resolves when nothing is being worked on. */
  finished(): Promise<void>;
}

/** Nothing is done at others; botbuilder would ask the connector about each of a thousand members that joined. */
const HANDLED = ['message', 'invoke', 'installationUpdate'];

export function createReception(
  adapter: Pick<TeamsAdapter, 'authenticate' | 'run'>,
  turn: Turn,
  expected: Expected,
  log: Log,
): Reception {
  const working = new Set<Promise<unknown>>();

  function work<T>(promise: Promise<T>): Promise<T> {
    working.add(promise);
    void Promise.allSettled([promise]).then(() => working.delete(promise));
    return promise;
  }

  async function invoke(caller: AuthenticateRequestResult, activity: Activity): Promise<Received> {
    try {
      const answer: InvokeResponse | undefined = await work(adapter.run(caller, activity, turn));
      return answer ? { status: answer.status, body: answer.body } : { status: 501 };
    } catch (error) {
      log.error({ error, name: activity.name }, 'an invoke failed');
      return { status: 500, body: { error: 'AVA could not do this.' } };
    }
  }

  return {
    async receive(body, authorization) {
      const parsed = IncomingActivity.safeParse(body);
      if (!parsed.success) return { status: 400, body: { error: 'This is not an activity of the Bot Framework.' } };
      const reason = refusalOf(parsed.data, expected);
      if (reason !== null) {
        log.warn({ reason, serviceUrl: parsed.data.serviceUrl }, 'an activity was refused');
        return { status: 403, body: { error: 'This bot does not answer here.' } };
      }
      const activity = parsed.data as unknown as Activity;
      let caller: AuthenticateRequestResult;
      try {
        caller = await adapter.authenticate(activity, authorization);
      } catch (error) {
        const status = (error as { statusCode?: number }).statusCode;
        log.warn({ error }, 'a caller could not prove to be the channel');
        return { status: status === 403 ? 403 : 401, body: { error: 'This caller is not known.' } };
      }
      if (!HANDLED.includes(activity.type)) return { status: 200 };
      if (activity.type === 'invoke') return invoke(caller, activity);
      work(adapter.run(caller, activity, turn)).catch((error: unknown) => log.error({ error }, 'a turn failed'));
      return { status: 200 };
    },
    async finished() {
      while (working.size > 0) await Promise.allSettled(working);
    },
  };
}
