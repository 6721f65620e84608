import type { Activity, InvokeResponse } from 'botbuilder';
import type { AuthenticateRequestResult } from 'botframework-connector';
import type { Log } from '#platform/log.ts';
import type { TeamsAdapter, Turn } from '#bot/teams/adapter.ts';
import { isBotAdded } from './greeting.ts';
import { findRefusalReason, IncomingActivity, type AllowedOrigin } from '#bot/teams/incomingActivity.ts';
import type { LogTurnError } from '#bot/teams/turnErrors.ts';

export interface ActivityResponse {
  status: number;
  body?: unknown;
}

interface ActivityHandler {
  /**
   * Validates and authenticates an activity and runs its turn. Answers an invoke with the turn's result and
   * acknowledges everything else before the turn runs. Never rejects.
   */
  handle(body: unknown, authorization: string): Promise<ActivityResponse>;
  /** Resolves when no turn is running. */
  waitForTurns(): Promise<void>;
}

/** Other types are ignored. */
const HANDLED_TYPES = ['message', 'messageUpdate', 'messageDelete', 'invoke', 'installationUpdate'];

/**
 * Only the installation of the bot is handled. For other new members of a conversation, botbuilder would call the
 * connector once for each.
 */
function isHandled(activity: Activity): boolean {
  return HANDLED_TYPES.includes(activity.type) || (activity.type === 'conversationUpdate' && isBotAdded(activity));
}

export function createActivityHandler(
  adapter: Pick<TeamsAdapter, 'authenticate' | 'run'>,
  turn: Turn,
  allowedOrigin: AllowedOrigin,
  { log, logTurnError }: { log: Log; logTurnError: LogTurnError },
): ActivityHandler {
  const runningTurns = new Set<Promise<unknown>>();

  function runTurn(caller: AuthenticateRequestResult, activity: Activity): Promise<InvokeResponse | undefined> {
    const running = adapter.run(caller, activity, turn);
    runningTurns.add(running);
    void Promise.allSettled([running]).then(() => runningTurns.delete(running));
    return running;
  }

  async function answerInvoke(caller: AuthenticateRequestResult, activity: Activity): Promise<ActivityResponse> {
    try {
      const response = await runTurn(caller, activity);
      return response ? { status: response.status, body: response.body } : { status: 501 };
    } catch (error) {
      logTurnError(error, { conversationId: activity.conversation.id, name: activity.name });
      return { status: 500, body: { error: "AVA couldn't do this." } };
    }
  }

  return {
    async handle(body, authorization) {
      const parsed = IncomingActivity.safeParse(body);
      if (!parsed.success) return { status: 400, body: { error: 'This is not an activity of the Bot Framework.' } };
      const reason = findRefusalReason(parsed.data, allowedOrigin);
      if (reason !== null) {
        log.warn({ reason, serviceUrl: parsed.data.serviceUrl }, 'activity refused');
        return { status: 403, body: { error: 'This bot does not accept this activity.' } };
      }
      const activity = parsed.data as unknown as Activity;
      let caller: AuthenticateRequestResult;
      try {
        caller = await adapter.authenticate(activity, authorization);
      } catch (error) {
        const status = (error as { statusCode?: number }).statusCode;
        log.warn({ error }, 'channel authentication failed');
        return { status: status === 403 ? 403 : 401, body: { error: 'The caller could not be authenticated.' } };
      }
      if (!isHandled(activity)) return { status: 200 };
      if (activity.type === 'invoke') return answerInvoke(caller, activity);
      runTurn(caller, activity).catch((error: unknown) =>
        logTurnError(error, { conversationId: activity.conversation.id }),
      );
      return { status: 200 };
    },
    async waitForTurns() {
      while (runningTurns.size > 0) await Promise.allSettled(runningTurns);
    },
  };
}
