import { embed } from './embedder.ts';
import { handbook } from './quoting/handbook.fixture.ts';
import { splitPassages } from './quoting/sentences.ts';

function getCosine(first: string, second: string, dimensions = 1536): number {
  const a = embed(first, dimensions);
  const b = embed(second, dimensions);
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

describe('the lexical embedder', () => {
  it('returns unit vectors of the requested size, also for text without words', () => {
    for (const text of ['annual leave', '?!', '休暇', 'x'.repeat(50_000)]) {
      const vector = embed(text, 256);
      expect(vector).toHaveLength(256);
      expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 4);
    }
  });

  it('rates texts with shared, inflected or misspelled words as similar, and other texts as different', () => {
    expect(getCosine('annual leave of staff', 'Staff annual leaves')).toBeGreaterThan(0.85);
    expect(getCosine('reimbursement of travel expenses', 'reimbursing travelling expense')).toBeGreaterThan(0.35);
    expect(getCosine('reimbursment', 'reimbursement')).toBeGreaterThan(0.2);
    expect(Math.abs(getCosine('annual leave', 'security key'))).toBeLessThan(0.1);
    expect(getCosine('leave approval', 'leave approval', 64)).toBeCloseTo(1, 5);
  });

  it('weights meaningful words more than stop words', () => {
    const question = 'What is the limit of the hotel?';
    expect(getCosine(question, 'hotel limits')).toBeGreaterThan(
      3 * getCosine(question, 'What is the name of the dog?'),
    );
  });

  it.each([
    ['How many days of annual leave do I get?', '28 days'],
    ['Who approves journeys over 2,000 euros?', 'Ada Moreau'],
    ['doctors certificates', 'certificate'],
    ['pasword sharing', 'Passwords'],
    ['visiting the building, visitor sign in', 'Visitors'],
    ['unused days carry over', 'carried'],
    ['lost devices report', 'lost device'],
  ])('finds the sentence for "%s"', (query, expected) => {
    const sentences = splitPassages(handbook);
    const best = sentences.toSorted((a, b) => getCosine(query, b.text) - getCosine(query, a.text))[0];
    expect(best?.text).toContain(expected);
  });
});
