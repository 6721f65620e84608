import type { Usage, UsageOfDay } from '#contract/admin/usage.ts';

export const figures = ['questions', 'tokens', 'people', 'thumbs'] as const;
export type Figure = (typeof figures)[number];

export interface ChartPoint {
  day: string;
  value: number;
}

const getFigure: Record<Figure, (day: UsageOfDay) => number> = {
  questions: ({ questions }) => questions,
  tokens: ({ prompt_tokens, answer_tokens }) => prompt_tokens + answer_tokens,
  people: ({ people }) => people,
  thumbs: ({ likes, dislikes }) => likes + dislikes,
};

export function toSeries(usage: Usage, figure: Figure): ChartPoint[] {
  return usage.days.map((day) => ({ day: day.day, value: getFigure[figure](day) }));
}

export function sumUsage({ days, people }: Usage) {
  const sum = (get: (day: UsageOfDay) => number) => days.reduce((total, day) => total + get(day), 0);
  return {
    people,
    questions: sum(getFigure.questions),
    tokens: sum(getFigure.tokens),
    likes: sum(({ likes }) => likes),
    dislikes: sum(({ dislikes }) => dislikes),
  };
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is not below the largest value. */
export function getChartMaximum(values: readonly number[]): number {
  const largest = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= largest) ?? largest;
}
