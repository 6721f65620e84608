import { z } from 'zod';
import { PROMPT_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import type { AnswerMetadata } from '../../contract/chats/chat.ts';
import type { Model } from '../../contract/models.ts';
import type { Log } from '../../platform/log.ts';
import type { PersonModels } from '../models/personModels.ts';

type Intent = NonNullable<AnswerMetadata['detected_intent']>;

const MAX_MESSAGE_LENGTH = 2_000;

const TASK = `Task: intent
Classify what the person wants with the message, and say why.
Categories: question, summary, comparison, instruction, greeting, statement
Answer with JSON only: {"category": "…", "reason": "…"}`;

const IntentSchema = z.object({ category: z.string().trim().min(1).max(60), reason: z.string().trim().max(400) });

/** Detects the intent of a message, which is part of the answer's metadata; null if the model fails. */
export async function detectIntent(
  { models, log }: { models: Pick<PersonModels, 'owner' | 'complete'>; log: Log },
  model: Model,
  text: string,
  signal: AbortSignal,
): Promise<Intent | null> {
  try {
    const { text: answer } = await models.complete(
      {
        model,
        temperature: 0,
        messages: [
          { role: 'system', content: TASK },
          { role: 'user', content: text.slice(0, MAX_MESSAGE_LENGTH) },
        ],
      },
      AbortSignal.any([signal, AbortSignal.timeout(PROMPT_CALL_TIMEOUT_MS)]),
    );
    const parsed = IntentSchema.safeParse(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    log.debug({ error }, 'failed to detect intent');
    return null;
  }
}
