/** A message of a chat. `from` is a key in people.ts; `system` is Teams itself. */
export type SampleChatMessage = { key: string; from: string; html: string; sentMinutesAgo: number };

export type SampleChat = { key: string; members: string[]; messages: SampleChatMessage[] };

const HOUR = 60;
const DAY = 24 * HOUR;

export const sampleChats: SampleChat[] = [
  {
    key: 'exhibition',
    members: ['ada', 'ben', 'greta'],
    messages: [
      { key: 'added', from: 'system', html: 'Greta added Ben to the exhibition chat.', sentMinutesAgo: 4 * DAY },
      {
        key: 'crates',
        from: 'greta',
        html: '<p>The crates for the harbour exhibition leave on <strong>Monday at 7:15</strong>.</p><p>Gate 4, please.</p>',
        sentMinutesAgo: 2 * DAY,
      },
      { key: 'banner', from: 'ben', html: '<p>The exhibition banner is 6 meters long.</p>', sentMinutesAgo: DAY },
      // Without words, as a message that consists of a picture.
      {
        key: 'picture',
        from: 'ben',
        html: '<img alt="exhibition" src="https://graph.microsoft.com/x">',
        sentMinutesAgo: HOUR,
      },
    ],
  },
  {
    key: 'kitchen',
    members: ['ben', 'mika'],
    messages: [
      { key: 'kettle', from: 'mika', html: '<p>The kettle of the exhibition hall is new.</p>', sentMinutesAgo: HOUR },
    ],
  },
];
