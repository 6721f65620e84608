import type { Outgoing } from './conversation.ts';
import type { Markdown } from './markdown.ts';

/** An answer on its way to Teams. */
export interface Reply {
  /** Says what AVA is doing while there is no text yet; Teams accepts at most 1,000 characters. */
  inform(sentence: Markdown): void;
  /** Shows the text as far as it is written; each text begins with the one before it. */
  show(text: Markdown): void;
  /** Aborted when the person pressed Teams' own Stop. */
  stopped: AbortSignal;
  /**
   * Delivers the end, once. `message` makes the message of a text: the whole one, or the rest of it where Teams would show
   * no more; it is told the message's own id where that is known by then. Resolves to the id of the message that shows it; `undefined` where the person had stopped it.
   */
  finish(text: Markdown, message: (text: Markdown, id?: string) => Outgoing): Promise<string | undefined>;
}
