/** Sentences that answer no question; `{s}` is the subject. */
export const fillerSentences: readonly string[] = [
  'This part of the record was read over by two colleagues before it was filed.',
  'Notes from three visits to {s} were put together here, the oldest of them by hand.',
  'Where sources disagreed, the more recent one was followed and the other kept in the archive.',
  'The photographs that belong to this passage are stored apart, under the same number.',
  'Visitors often ask about {s}, and most of what they ask is answered somewhere in these pages.',
  'The weather on the day of the visit was fair, with a light wind from the west.',
  'Nobody who works at {s} today remembers how this came about.',
  'A fuller account was promised for a later edition and has not been written so far.',
  'Measurements were taken twice, once in the morning and once after lunch.',
  'Letters from the neighbours of {s} are quoted only where they add something.',
  'The wording of this paragraph was agreed with those who know {s} best.',
  'Earlier editions had a drawing in this place, which was left out to save room.',
  'It is a matter of opinion whether this is the most interesting thing about {s}.',
  'The keeper of the record apologises for the handwriting in the original.',
  'For the sake of order the usual remarks on upkeep follow without comment.',
  'Anyone who can correct this passage is asked to write to the editors.',
  'Much has been made of this in the local paper, not all of it accurate.',
  'There is another copy of this sheet in the office, without the pencil marks.',
  'The people who look after {s} were generous with their time and their tea.',
  'What follows was checked against the receipts and found to agree.',
];

/** Section titles that reveal nothing about the content. */
export const sectionTitles: readonly string[] = [
  'General remarks',
  'From the visit in spring',
  'What the files say',
  'Particulars',
  'Further particulars',
  'Matters of upkeep',
  'Conversations on site',
  'A look around',
  'Points for the next edition',
  'Additions and corrections',
  'From the letters',
  'Notes in the margin',
];
