import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';

export const MAX_FEEDBACK_CHARACTERS = 4_000;

/** A thumb up or down for an answer, with an optional comment. */
export const Rating = z.object({
  reaction: z.enum(['like', 'dislike']),
  comment: z.string().max(MAX_FEEDBACK_CHARACTERS).default(''),
});
export type Rating = z.infer<typeof Rating>;

/** A person's rating of one of their answers. */
export const AnswerRating = Rating.extend({ message_id: Id });
export type AnswerRating = z.infer<typeof AnswerRating>;

/** Why an answer is reported to the administrators. */
export const reportReasons = ['dangerous', 'hateful', 'sexual', 'private', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** A report as the administrators read it: without the person, the question and the files. */
export const AnswerReport = z.object({
  reason: z.enum(reportReasons),
  comment: z.string(),
  date: z.string(),
  answer: z
    .string()
    .nullable()
    .describe('the text, if the person sent it; a sentence if the caller cannot read what it is based on'),
});
export type AnswerReport = z.infer<typeof AnswerReport>;

/** Ratings without names and without the questions and answers. */
export const Feedback = z.object({
  likes: z.number().int(),
  dislikes: z.number().int(),
  comments: z
    .array(z.object({ reaction: z.enum(['like', 'dislike']), comment: z.string(), date: z.string() }))
    .describe('the newest ones first'),
});
export type Feedback = z.infer<typeof Feedback>;

export const reportAnswer = endpoint({
  method: 'POST',
  path: '/feedback/report',
  summary: 'Reports an answer to the administrators, as a thumb down; removing the rating withdraws the report',
  ids: { message_id: 'message' },
  body: z.object({
    message_id: Id,
    reason: z.enum(reportReasons),
    comment: z.string().max(MAX_FEEDBACK_CHARACTERS).default(''),
    with_answer: z.boolean().default(false).describe('whether the administrators can read the text of the answer'),
  }),
  reply: AnswerRating,
});

/** What administrators read. */
export const OrganizationFeedback = Feedback.extend({
  reports: z.array(AnswerReport).describe('the newest ones first'),
});
export type OrganizationFeedback = z.infer<typeof OrganizationFeedback>;

export const saveRating = endpoint({
  method: 'POST',
  path: '/feedback',
  summary: "Saves the caller's rating of an answer; the latest one counts",
  ids: { message_id: 'message' },
  body: AnswerRating,
  reply: AnswerRating,
});

export const deleteRating = endpoint({
  method: 'DELETE',
  path: '/feedback',
  summary: "Removes the caller's rating of an answer",
  ids: { message_id: 'message' },
  query: z.object({ message_id: Id }),
  reply: z.object({ deleted: z.literal(true) }),
});

export const getRatings = endpoint({
  method: 'GET',
  path: '/feedback',
  summary: "The caller's ratings of the answers in a chat",
  ids: { convo_id: 'chat' },
  query: z.object({ convo_id: Id }),
  reply: z.object({ ratings: z.array(AnswerRating) }),
});

export const getOrganizationFeedback = endpoint({
  method: 'GET',
  path: '/organization/feedback',
  summary: 'For administrators: the ratings of all answers in the organization, and the reported answers',
  reply: OrganizationFeedback,
});
