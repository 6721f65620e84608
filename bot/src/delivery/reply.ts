import type { Markdown } from '#bot/text/markdown.ts';
import type { Outgoing } from '#bot/teams/conversation.ts';

/** An answer that is being delivered to Teams. */
export interface Reply {
  /** Says what AVA is doing before there is any text. Teams accepts at most 1,000 characters. */
  inform(sentence: Markdown): void;
  /** Shows the text written so far. Each text starts with the previous one. */
  show(text: Markdown): void;
  /** Aborted when the person presses Teams' own Stop button. */
  stopped: AbortSignal;
  /**
   * Delivers the whole answer, once. `createMessage` gets the text to send (only the rest, if Teams shows the start
   * already) and the message's id if it is known.
   * @returns the id of the message that shows the answer; `undefined` if the person stopped it
   */
  finish(text: Markdown, createMessage: (text: Markdown, id?: string) => Outgoing): Promise<string | undefined>;
}
