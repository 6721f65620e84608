import type { Citation } from '../../../../api/contract/runs.ts';

/** What the slide flow starts with, after the person has named the presentation. */
export interface SlideFlowProps {
  /** Markdown of the answer, the chat or the outputs. */
  content: string;
  /** Sources to which the text refers as `[number]`; they go into the speaker notes. */
  citations: readonly Citation[];
  /** Name of the file without its extension. */
  name: string;
  onClose: () => void;
}
