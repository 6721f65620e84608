/** An error reply of the connector, with Teams' status, code and message. */
export class ConnectorError extends Error {
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

  body(): { error: { code: string; message: string } } {
    return { error: { code: this.code, message: this.message } };
  }
}

export const connectorErrors = {
  badRequest: (message: string) => new ConnectorError(400, 'BadArgument', message),
  unauthorized: (message: string) => new ConnectorError(401, 'Unauthorized', message),
  notInRoster: () => new ConnectorError(403, 'BotNotInConversationRoster', 'The bot is not part of the conversation.'),
  streamNotAllowed: (message: string) => new ConnectorError(403, 'ContentStreamNotAllowed', message),
  notFound: (name: string) => new ConnectorError(404, 'ConversationNotFound', `${name} was not found.`),
  tooLarge: () => new ConnectorError(413, 'MessageSizeTooBig', 'Message size too large.'),
  tooFast: () => new ConnectorError(429, 'TooManyRequests', 'API calls quota exceeded.', 1),
};
