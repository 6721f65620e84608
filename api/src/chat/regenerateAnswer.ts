import type { AcceptedQuestion } from '../answers/acceptQuestion.ts';
import { acceptRegeneration, type AnswerReference } from '../answers/acceptVersion.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';
import { startChatAnswer } from './sendMessage.ts';

/** Answers a question again, from the model's knowledge and the files of the chat. The earlier answer stays a version. */
export async function regenerateAnswer(
  ctx: AppContext,
  person: Person,
  reference: AnswerReference,
  newId: string | undefined,
): Promise<AcceptedQuestion> {
  const accepted = await acceptRegeneration(ctx, person, reference, newId);
  startChatAnswer(ctx, person, accepted);
  return accepted;
}
