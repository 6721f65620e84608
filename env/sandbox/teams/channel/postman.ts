import type { ChannelKeys } from './channelKeys.ts';

/** What the bot answered to an activity: status 0 when it could not be reached, 408 when it took too long. */
export interface Delivery {
  status: number;
  body: unknown;
  ms: number;
}

export interface PostmanOptions {
  botUrl: string;
  botId: string;
  serviceUrl: string;
  keys: ChannelKeys;
  /** How long Teams waits for a bot. */
  patienceMs: number;
}

const TOKEN_LIFE_S = 3_600;

/** Brings activities to the bot's `/api/messages`, each with a token of the channel. */
export class Postman {
  readonly #options: PostmanOptions;

  constructor(options: PostmanOptions) {
    this.#options = options;
  }

  async deliver(activity: object): Promise<Delivery> {
    const { botUrl, botId, serviceUrl, keys, patienceMs } = this.#options;
    const token = await keys.sign({ audience: botId, serviceUrl, expiresIn: TOKEN_LIFE_S });
    const began = performance.now();
    const took = () => Math.round(performance.now() - began);
    try {
      const reply = await fetch(`${botUrl}/api/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', authorization: `Bearer ${token}` },
        body: JSON.stringify(activity),
        signal: AbortSignal.timeout(patienceMs),
      });
      return { status: reply.status, body: bodyOf(await reply.text()), ms: took() };
    } catch (error) {
      const late = error instanceof DOMException && error.name === 'TimeoutError';
      return { status: late ? 408 : 0, body: String(error), ms: took() };
    }
  }
}

function bodyOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    // A bot may answer in words; they are kept as they are.
    return text;
  }
}
