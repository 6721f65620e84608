import { z } from 'zod';

export const MAX_TEMPLATE_STEPS = 20;

const TemplateStep = z.object({
  title: z.string().max(200, 'Use at most 200 characters'),
  prompt: z.string().max(20_000, 'Use at most 20,000 characters'),
  superPrompt: z.boolean().default(false),
  mentions: z
    .array(z.string().max(200))
    .max(5, 'Mention at most 5 sites')
    .default([])
    .describe('names of sites that the prompt mentions as `[Name]`'),
  previous: z
    .number()
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe('number of the earlier step whose output is included, from 1'),
});

/** A task that the organization offers in the task library, to be loaded as a copy. */
export const TaskTemplate = z.object({
  id: z.string().min(1).max(60),
  title: z.string().trim().min(1, 'Enter a title').max(200, 'Use at most 200 characters'),
  description: z.string().max(4_000, 'Use at most 4,000 characters'),
  tags: z.array(z.string().max(100, 'Use at most 100 characters')).max(10, 'Use at most 10 tags').default([]),
  steps: z.array(TemplateStep).min(1, 'Add a step').max(MAX_TEMPLATE_STEPS, `Use at most ${MAX_TEMPLATE_STEPS} steps`),
});
export type TaskTemplate = z.infer<typeof TaskTemplate>;
