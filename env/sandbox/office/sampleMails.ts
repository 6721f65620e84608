/** A mail in a mailbox. People are given by their keys in people.ts. */
export type SampleMail = {
  key: string;
  owner: string;
  from: string;
  subject: string;
  paragraphs: string[];
  receivedMinutesAgo: number;
};

const HOUR = 60;
const DAY = 24 * HOUR;

export const sampleMails: SampleMail[] = [
  {
    key: 'showroom',
    owner: 'ada',
    from: 'hugo',
    subject: 'Fabrikam showroom: last questions',
    paragraphs: [
      'Hello Ada,',
      'Fabrikam would like to pay the showroom in three instalments of 61,000 crowns.',
      'The last one is due in March. Can you live with that?',
      'Hugo',
    ],
    receivedMinutesAgo: 3 * HOUR,
  },
  {
    key: 'quay-lamps',
    owner: 'ada',
    from: 'ines',
    subject: 'Lamps on the quay',
    paragraphs: ['The electrician can replace the lamps on the quay on Thursday for 4,200 crowns.'],
    receivedMinutesAgo: 2 * DAY,
  },
  {
    key: 'cups',
    owner: 'ben',
    from: 'mika',
    subject: 'Cups',
    paragraphs: ['There are eleven cups left in the kitchen.'],
    receivedMinutesAgo: DAY,
  },
];
