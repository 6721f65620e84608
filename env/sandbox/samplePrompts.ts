import type { PromptLabel } from '../../api/contract/prompts/promptLabels.ts';

interface SamplePrompt {
  id: string;
  /** Key of the person who wrote it. */
  creator: 'ada' | 'ben' | 'cleo' | 'dev' | 'elif';
  title: string;
  text: string;
  labels: readonly PromptLabel[];
  /** `teams`: names of the sites whose readers see it. */
  access: { name: 'private' } | { name: 'everybody' } | { name: 'teams'; teams: readonly string[] };
}

const toId = (number: number) => `9e000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const everybody = { name: 'everybody' } as const;
const finance = { name: 'teams', teams: ['Finance'] } as const;

/** Prompts of invented people of Northwind. */
export const samplePrompts: readonly SamplePrompt[] = [
  {
    id: toId(1),
    creator: 'elif',
    title: 'Explain a policy to a newcomer',
    text: 'Explain this document to somebody in their first week. Say what they have to do, by when, and whom to ask.',
    labels: ['pdf', 'word'],
    access: everybody,
  },
  {
    id: toId(2),
    creator: 'cleo',
    title: 'Minutes with decisions and owners',
    text: 'Write minutes of this meeting: decisions first, then open points, each with its owner and date.',
    labels: ['meeting', 'text'],
    access: everybody,
  },
  {
    id: toId(3),
    creator: 'cleo',
    title: 'Reply to a client',
    text: 'Draft a friendly reply to {{client}} about {{subject}}. Keep it under 120 words and end with one clear next step.',
    labels: [],
    access: everybody,
  },
  {
    id: toId(4),
    creator: 'dev',
    title: 'Review code for risks',
    text: 'Review this code. List what can fail, what is hard to read, and what a test should cover, the most serious first.',
    labels: ['code', 'data'],
    access: everybody,
  },
  {
    id: toId(5),
    creator: 'ada',
    title: 'Questions for a budget review',
    text: 'Which five questions should we ask about this budget? Name the line that each question is about.',
    labels: ['excel', 'csv', 'pdf'],
    access: finance,
  },
  {
    id: toId(6),
    creator: 'ben',
    title: 'Compare two months',
    text: 'Compare {{first month}} with {{second month}}: what grew, what fell, and which three changes need an explanation?',
    labels: ['pdf', 'excel'],
    access: finance,
  },
  {
    id: toId(7),
    creator: 'ada',
    title: 'Prepare my week',
    text: 'Sort these notes into what is due this week, what can wait, and what I can hand over to {{colleague}}.',
    labels: ['text', 'email'],
    access: { name: 'private' },
  },
  {
    id: toId(8),
    creator: 'ada',
    title: 'Shorten my text',
    text: 'Shorten this to half its length. Keep every number and name.',
    labels: ['word', 'text'],
    access: { name: 'private' },
  },
];
