/** What becomes a presentation. */
export type SlideTarget =
  | { kind: 'answer'; chatId: string; messageId: string }
  | { kind: 'chat'; chatId: string }
  | { kind: 'task'; taskId: string };

/** What the slide flow starts with, after the person has named the presentation. */
export interface SlideFlowProps {
  target: SlideTarget;
  /** Name of the file without its extension. */
  name: string;
  onClose: () => void;
}
