import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/** Number of days that the usage shows. */
export const usagePeriods = [7, 30, 90, 365] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

const Tokens = z.object({ questions: z.number().int(), prompt_tokens: z.number(), answer_tokens: z.number() });

const UsageOfModel = Tokens.extend({ model: z.string() });
/** One day in UTC. Contains no text and no names. */
export const UsageOfDay = Tokens.extend({
  day: z.string().describe('YYYY-MM-DD'),
  people: z.number().int().describe('people who asked a question'),
  likes: z.number().int(),
  dislikes: z.number().int(),
  models: z.array(UsageOfModel),
});
export type UsageOfDay = z.infer<typeof UsageOfDay>;

const Days = z.coerce
  .number()
  .refine((days): days is UsagePeriod => usagePeriods.some((period) => period === days), 'it must be 7, 30, 90 or 365')
  .default(30);

export const getUsage = endpoint({
  method: 'GET',
  path: '/organization/usage',
  summary: 'For administrators: people, questions, tokens and thumbs per day, without names and texts',
  query: z.object({ days: Days }),
  reply: z.object({
    days: z.array(UsageOfDay).describe('each day up to today, also without usage'),
    people: z.number(),
  }),
});
export type Usage = z.output<NonNullable<typeof getUsage.reply>>;

export const getUsageCsv = endpoint({
  method: 'GET',
  path: '/organization/usage.csv',
  summary: 'For administrators: the usage as a CSV file, one line for a day and model',
  query: z.object({ days: Days }),
  bytes: 'text/csv',
});
