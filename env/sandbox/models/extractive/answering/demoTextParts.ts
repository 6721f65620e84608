/** Building blocks of the demonstration text; `{x}` is the topic. */

export const sections = [
  'Where to begin',
  'Who takes part',
  'What it needs',
  'How it is done',
  'What can go wrong',
  'How to measure it',
  'What comes next',
  'Open questions',
];

export const sentences = [
  'Work on {x} goes best when somebody writes down what is known and what is only believed.',
  'Most plans for {x} fail quietly, because nobody had said what success would look like.',
  'A short list of decisions, each with its date and its reason, helps more than a long report.',
  'It pays to ask the people who will live with {x} before anything is settled.',
  'Small steps show early whether the direction is right.',
  'When two goals compete, say which one gives way, and say it early.',
  'The first version of anything about {x} should be easy to throw away.',
  'Numbers are useful here as long as everyone knows how they were counted.',
  'A good question about {x} is one whose answer would change what you do.',
  'Costs tend to hide in the handovers between teams.',
  'Whoever joins later should find the way without asking.',
  'It is worth an hour each month to look at what {x} has taught so far.',
  'Habits matter more than tools, though good tools make good habits cheap.',
  'If a step of {x} has to be explained twice, it should be written down once.',
  'Trying it on a quiet day is safer than hoping on a busy one.',
  'Not everything about {x} can be planned, and the plan should say so.',
  'Feedback is a gift that spoils quickly, so ask for it while the work is fresh.',
  'Teams that talk about {x} openly find their mistakes sooner.',
  'Keep the record short enough that somebody will read it.',
  'What looks like a detail at the start often decides how {x} ends.',
];

export const items = [
  'Agree on one sentence that says why {x} matters.',
  'Name a person for each step.',
  'Choose the two figures worth watching.',
  'Note what was decided against, and why.',
  'Try the hardest part of {x} first.',
  'Set a day to look back.',
  'Keep a list of open questions.',
  'Tell everyone concerned before the change, not after it.',
];

export const cells = ['Ask', 'Sketch', 'Try', 'Measure', 'Decide', 'Write down', 'Look back', 'Hand over'];

export const lines = [
  "const notes = read('{x}.md');",
  'const open = notes.filter((note) => !note.answered);',
  'if (open.length === 0) return celebrate();',
  'for (const note of open) ask(note.owner, note.question);',
  'schedule(review, { weeks: 4 });',
];

/** Sentences of 1, 2, 3 … words, to reach an exact count. */
export const closers = [
  'Done.',
  'Begin today.',
  'Start small today.',
  'Keep asking good questions.',
  'That is enough for now.',
  'The rest will show itself soon.',
  'Everything else can wait until next week.',
  'The next step is to begin with one.',
  'The best day to begin with it was yesterday.',
  'After that, take a break and look at it again.',
];
