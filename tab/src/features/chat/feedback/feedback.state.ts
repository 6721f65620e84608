import { proxy } from 'valtio';
import type { Rating } from '#contract/chats/feedback.ts';

interface FeedbackState {
  /** The person's ratings by the id of the answer. */
  ratings: Record<string, Rating>;
  /** Chats whose ratings were requested. */
  requested: Record<string, true>;
}

export const feedback = proxy<FeedbackState>({ ratings: {}, requested: {} });
