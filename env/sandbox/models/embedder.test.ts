import { embed } from './embedder.ts';
import { handbook } from './extractive/handbook.fixture.ts';
import { parseSentences } from './extractive/text/sentences.ts';

function cosine(one: string, other: string, dimensions = 1536): number {
  const a = embed(one, dimensions);
  const b = embed(other, dimensions);
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

describe('the lexical embedder', () => {
  it('gives vectors of length 1 and the size that was asked for, also for text without words', () => {
    for (const text of ['annual leave', '?!', '休暇', 'x'.repeat(50_000)]) {
      const vector = embed(text, 256);
      expect(vector).toHaveLength(256);
      expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 4);
    }
  });

  it('puts texts close that share words, inflected or misspelt, and others far apart', () => {
    expect(cosine('annual leave of staff', 'Staff annual leaves')).toBeGreaterThan(0.85);
    expect(cosine('reimbursement of travel expenses', 'reimbursing travelling expense')).toBeGreaterThan(0.35);
    expect(cosine('reimbursment', 'reimbursement')).toBeGreaterThan(0.2);
    expect(Math.abs(cosine('annual leave', 'security key'))).toBeLessThan(0.1);
    expect(cosine('leave approval', 'leave approval', 64)).toBeCloseTo(1, 5);
  });

  it('weighs the words of a question more than its grammar', () => {
    const question = 'What is the limit of the hotel?';
    expect(cosine(question, 'hotel limits')).toBeGreaterThan(3 * cosine(question, 'What is the name of the dog?'));
  });

  it.each([
    ['How many days of annual leave do I get?', '28 days'],
    ['Who approves journeys over 2,000 euros?', 'Ada Moreau'],
    ['doctors certificates', 'certificate'],
    ['pasword sharing', 'Passwords'],
    ['visiting the building, visitor sign in', 'Visitors'],
    ['unused days carry over', 'carried'],
    ['lost devices report', 'lost device'],
  ])('finds the sentence for "%s"', (query, held) => {
    const sentences = handbook.flatMap(({ text }) => parseSentences(text)).filter(({ kind }) => kind !== 'heading');
    const best = sentences.toSorted((one, other) => cosine(query, other.text) - cosine(query, one.text))[0];
    expect(best?.text).toContain(held);
  });
});
