import type { Model } from '#contract/models.ts';
import type { Models } from '#api/models/models.ts';
import type { Judgement } from './judgeAnswer.ts';

const SYSTEM = `You compare an answer with the facts that it should contain. Reply with one word. "right": it states all facts, in whatever words or units. "partly": it states some of them. "wrong": it states none of them, or contradicts them.`;
const WORD = /\b(right|partly|wrong)\b/i;

/** Lets a model judge an answer. Null if its reply is none of the three words. */
export async function judgeByModel(
  models: Pick<Models, 'complete'>,
  model: Model,
  { question, facts }: { question: string; facts: readonly string[] },
  answer: string,
): Promise<Judgement | null> {
  const content = `Question: ${question}\n\nFacts:\n${facts.map((fact) => `- ${fact}`).join('\n')}\n\nAnswer:\n${answer}`;
  const messages = [
    { role: 'system' as const, content: SYSTEM },
    { role: 'user' as const, content },
  ];
  const { text } = await models.complete({ model, messages, temperature: 0 }, AbortSignal.timeout(120_000));
  return (WORD.exec(text)?.[1]?.toLowerCase() as Judgement | undefined) ?? null;
}
