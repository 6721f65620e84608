/** A spoken line of a transcript: who, and what. */
export type SpokenLine = [speaker: string, words: string];

/** An event in calendars. People are given by their keys in people.ts. */
export type SampleEvent = {
  key: string;
  subject: string;
  preview: string;
  organizer: string;
  attendees: string[];
  /** People who have the event in their calendar although they were not invited. */
  forwardedTo?: string[];
  /** Minutes from its end until now. */
  endedMinutesAgo: number;
  minutes: number;
  /** Without it, the event is not an online meeting. */
  isOnline: boolean;
  /** One transcript for each recording. */
  transcripts: SpokenLine[][];
};

const HOUR = 60;
const DAY = 24 * HOUR;

const online = { preview: '', minutes: 30, isOnline: true, transcripts: [] };

/** The calendar of the sample organizations: for each kind of meeting that the picker tells apart, one of Ada. */
export const sampleEvents: SampleEvent[] = [
  {
    ...online,
    key: 'budget-review',
    subject: 'Budget review',
    preview: 'We go through the departments one by one.',
    organizer: 'ada',
    attendees: ['ben', 'ines'],
    endedMinutesAgo: 2 * DAY,
    transcripts: [
      [
        ['ada', 'Good morning. We start with the model workshop.'],
        ['ben', 'The roof of the workshop needs 38,500 crowns more than planned.'],
        ['ada', 'Then we postpone the new laser cutter to April.'],
        ['ines', 'I will tell the supplier this afternoon.'],
      ],
    ],
  },
  {
    ...online,
    key: 'hiring-plan',
    subject: 'Hiring plan: design & engineering',
    preview: 'Second half after the break.',
    organizer: 'elif',
    attendees: ['ada', 'greta', 'saoirse'],
    endedMinutesAgo: 5 * DAY,
    minutes: 90,
    transcripts: [
      [
        ['elif', 'We have four open positions in engineering.'],
        ['saoirse', 'The lighting engineer is the most urgent one.'],
      ],
      [
        ['elif', 'Welcome back.'],
        ['greta', 'Design would like to hire two interns for the summer.'],
      ],
    ],
  },
  {
    ...online,
    key: 'design-weekly',
    subject: 'Design weekly',
    organizer: 'greta',
    attendees: ['ada', 'cleo'],
    endedMinutesAgo: 3 * DAY,
  },
  {
    ...online,
    key: 'sales-call',
    subject: 'Sales call',
    organizer: 'hugo',
    attendees: ['ada'],
    endedMinutesAgo: 10,
  },
  {
    ...online,
    key: 'board-preparation',
    subject: 'Board preparation',
    organizer: 'farid',
    attendees: ['dev'],
    forwardedTo: ['ada'],
    endedMinutesAgo: 4 * DAY,
    transcripts: [[['farid', 'This stays between us.']]],
  },
  {
    ...online,
    key: 'works-visit',
    subject: 'Visit to the works',
    organizer: 'carl',
    attendees: ['ada'],
    endedMinutesAgo: 6 * DAY,
    transcripts: [[['carl', 'The night shift will show you around.']]],
  },
  {
    ...online,
    key: 'kick-off',
    subject: 'Ferry terminal kick-off',
    organizer: 'ada',
    attendees: ['ben'],
    endedMinutesAgo: 20 * DAY,
    transcripts: [[['ada', 'Let us begin.']]],
  },
  {
    ...online,
    key: 'lunch',
    subject: 'Lunch with Ben',
    organizer: 'ada',
    attendees: ['ben'],
    endedMinutesAgo: DAY,
    isOnline: false,
  },
];
