/** What the connector answers instead of doing what it was asked: a status, a code and a sentence, in Teams' words. */
export class ConnectorRefusal extends Error {
  readonly status: number;
  readonly code: string;
  /** Seconds, for 429. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  /** The body as the connector writes it. */
  body(): { error: { code: string; message: string } } {
    return { error: { code: this.code, message: this.message } };
  }
}

export const refuse = {
  badRequest: (message: string) => new ConnectorRefusal(400, 'BadArgument', message),
  unauthorized: (message: string) => new ConnectorRefusal(401, 'Unauthorized', message),
  notInRoster: () =>
    new ConnectorRefusal(403, 'BotNotInConversationRoster', 'The bot is not part of the conversation.'),
  streamNotAllowed: (message: string) => new ConnectorRefusal(403, 'ContentStreamNotAllowed', message),
  notFound: (what: string) => new ConnectorRefusal(404, 'ConversationNotFound', `${what} was not found.`),
  tooLarge: () => new ConnectorRefusal(413, 'MessageSizeTooBig', 'Message size too large.'),
  tooFast: () => new ConnectorRefusal(429, 'TooManyRequests', 'API calls quota exceeded.', 1),
};
