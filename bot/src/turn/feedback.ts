import { z } from 'zod';
import { rateBotMessage } from '#contract/bot.ts';
import type { Client } from '#contract/client.ts';
import { MAX_FEEDBACK_CHARACTERS, type Rating } from '#contract/chats/feedback.ts';

const Feedback = z.object({
  actionName: z.literal('feedback'),
  actionValue: z.object({ reaction: z.enum(['like', 'dislike']), feedback: z.string().max(8_000).default('') }),
});
const FeedbackText = z.object({ feedbackText: z.string().max(MAX_FEEDBACK_CHARACTERS).default('') });

/** Reads the value of a `message/submitAction` invoke; `null` if it is no feedback. */
export function parseFeedback(value: unknown): Rating | null {
  const parsed = Feedback.safeParse(value);
  if (!parsed.success) return null;
  const { reaction, feedback } = parsed.data.actionValue;
  return { reaction, comment: parseComment(feedback) };
}

function parseComment(feedback: string): string {
  try {
    const parsed = FeedbackText.safeParse(JSON.parse(feedback));
    return parsed.success ? parsed.data.feedbackText : '';
  } catch {
    // Some clients send plain text instead of JSON.
    return feedback.slice(0, MAX_FEEDBACK_CHARACTERS);
  }
}

export async function saveRating(
  client: Client,
  conversationId: string,
  activityId: string,
  rating: Rating,
): Promise<void> {
  await client.call(rateBotMessage, { conversation_id: conversationId, activity_id: activityId, ...rating });
}
