import type { ChannelKeys } from './channelKeys.ts';

/** The bot's reply to an activity. `status` is 0 if the bot was not reachable, and 408 after a timeout. */
export interface Delivery {
  status: number;
  body: unknown;
  ms: number;
}

export interface ActivitySenderOptions {
  botUrl: string;
  botId: string;
  serviceUrl: string;
  keys: ChannelKeys;
  /** Time for the bot to reply. */
  timeoutMs: number;
}

const TOKEN_LIFETIME_S = 3_600;

/** Sends activities to the bot's `/api/messages`, each with a token of the channel. */
export class ActivitySender {
  readonly #options: ActivitySenderOptions;

  constructor(options: ActivitySenderOptions) {
    this.#options = options;
  }

  async send(activity: object): Promise<Delivery> {
    const { botUrl, botId, serviceUrl, keys, timeoutMs } = this.#options;
    const token = await keys.sign({ audience: botId, serviceUrl, expiresIn: TOKEN_LIFETIME_S });
    const startedAt = performance.now();
    const getDuration = () => Math.round(performance.now() - startedAt);
    try {
      const reply = await fetch(`${botUrl}/api/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${token}` },
        body: JSON.stringify(activity),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: reply.status, body: parseBody(await reply.text()), ms: getDuration() };
    } catch (error) {
      const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
      return { status: isTimeout ? 408 : 0, body: String(error), ms: getDuration() };
    }
  }
}

function parseBody(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    // A bot can also reply with plain text.
    return text;
  }
}
