import type { AnswerEvent, Thoughts } from '#contract/runs/answerEvents.ts';
import { truncate } from '#contract/text/text.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';

/** Thoughts of a model that an answer keeps: about 16 pages. Models that think for minutes write several times as much. */
export const MAX_THOUGHT_CHARACTERS = 32_000;

type ThoughtEvent = Unnumbered<Extract<AnswerEvent, { type: 'thought' }>>;

export interface ThoughtEvents {
  /** Separates what the model thinks from now on from its earlier thoughts. */
  startReply(): void;
  /** Returns the event for a piece of thought; null if there is nothing to add. */
  add(thought: string): ThoughtEvent | null;
}

/** Makes the events of an answer's thoughts until these are as long as AVA keeps them. */
export function createThoughtEvents(prior: Thoughts | null): ThoughtEvents {
  let length = prior?.text.length ?? 0;
  let isShortened = prior?.shortened ?? false;
  let hasBegun = false;
  return {
    startReply() {
      hasBegun = false;
    },
    add(thought) {
      if (isShortened) return null;
      const words = hasBegun ? thought : thought.trimStart();
      if (words === '') return null;
      const separated = hasBegun || length === 0 ? words : `\n\n${words}`;
      const fitting = truncate(separated, MAX_THOUGHT_CHARACTERS - length);
      hasBegun = true;
      isShortened = fitting.length < separated.length;
      length += fitting.length;
      return { type: 'thought', thought: fitting, shortened: isShortened };
    },
  };
}
