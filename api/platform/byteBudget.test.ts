import { createByteBudget } from './byteBudget.ts';

const refusal = expect.objectContaining({ code: 'too_many_requests', retryAfter: 2 });

describe('a budget of bytes', () => {
  it('refuses Ada more than her share until one of her calls ends, and does not affect Ben', () => {
    const budget = createByteBudget({ perOwner: 10, total: 100 });
    const [first, second] = [budget.open('ada'), budget.open('ada')];
    first.add(6);
    expect(() => second.add(6)).toThrow(refusal);
    budget.open('ben').add(10);
    second.close();
    first.close();
    first.close();
    expect(() => budget.open('ada').add(10)).not.toThrow();
  });

  /** @proves threat:endless-bodies */
  it('refuses only the owners who hold the most when the budget is used up', () => {
    const budget = createByteBudget({ perOwner: 50, total: 100 });
    const [ada, ben] = [budget.open('ada'), budget.open('ben')];
    ada.add(50);
    ben.add(50);
    expect(() => budget.open('cleo').add(30)).not.toThrow();
    expect(() => budget.open('cleo').add(10)).toThrow(refusal);
    expect(() => budget.open('dev').add(5)).not.toThrow();
  });
});
