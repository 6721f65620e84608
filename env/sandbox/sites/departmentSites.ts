import { board } from './boardSite.ts';
import { docx, file, folder, pdf, pptx, txt, type SampleSite } from './siteDefinition.ts';

const people: SampleSite = {
  key: 'people',
  name: 'People & Culture',
  description: 'Working at Northwind Studio',
  created: '2021-05-03',
  owners: ['elif'],
  visitors: 'everyone',
  avaRole: 'read',
  libraries: [
    {
      name: 'Documents',
      folder: 'Shared Documents',
      items: [
        file(
          'Holiday Rules.pdf',
          'elif',
          '2026-01-08',
          pdf([
            ['Holiday rules', 'Everybody has 27 days of holiday a year.'],
            ['Carrying over', 'Five days may be carried into the next year until the end of March.'],
          ]),
        ),
        file(
          'Parental Leave.docx',
          'elif',
          '2026-02-20',
          docx({
            'Parental leave': ['Parental leave is asked for seven weeks ahead.'],
            '> Pay': ['The studio adds 15 per cent to the state allowance.'],
          }),
        ),
        file(
          'New Here.pptx',
          'elif',
          '2026-09-01',
          pptx({
            'New here': ['Welcome to Northwind Studio'],
            'First day': ['Your first day begins at ten in the Harbour building.'],
            Lunch: ['The canteen is free for newcomers in their first week.'],
          }),
        ),
        folder(
          'Cases',
          'elif',
          [
            file(
              'Case 14.docx',
              'elif',
              '2026-07-22',
              docx({ 'Case 14': ['The complaint was withdrawn on 20 July 2026.'] }),
            ),
          ],
          { readers: [] },
        ),
      ],
    },
  ],
};

const travel: SampleSite = {
  key: 'travel',
  name: 'Travel',
  description: 'Booking, hotels and visas',
  created: '2022-09-12',
  owners: ['ines'],
  members: ['hugo'],
  visitors: 'everyone',
  libraries: [
    {
      name: 'Documents',
      folder: 'Shared Documents',
      items: [
        file(
          'Booking a Trip.docx',
          'ines',
          '2026-03-02',
          docx({
            'Booking a trip': ['Trips are booked by the traveller.'],
            '> Trains': ['Trains are taken in first class when the ride is longer than three hours.'],
            '> Flights': ['Flights within the country are not refunded.'],
          }),
        ),
        file(
          'Visa Notes.txt',
          'hugo',
          '2026-05-14',
          txt('Visa notes', 'A business visa for Tavria takes nine working days.'),
        ),
        file(
          'Hotels We Like.pdf',
          'hugo',
          '2026-06-30',
          pdf([
            ['Hotels', 'In Merrow we stay at the Heron, near the station.', 'In Aalsund we stay at the Customs House.'],
          ]),
        ),
      ],
    },
  ],
  lists: [
    {
      name: 'Hotels',
      author: 'hugo',
      rows: [
        { Title: 'The Heron', City: 'Merrow' },
        { Title: 'Customs House', City: 'Aalsund' },
      ],
    },
  ],
};

const legal: SampleSite = {
  key: 'legal',
  name: 'Legal',
  description: 'Contracts, data protection, disputes',
  created: '2021-02-22',
  owners: ['farid'],
  members: ['ada'],
  visitors: ['hugo', 'dev'],
  libraries: [
    {
      name: 'Documents',
      folder: 'Shared Documents',
      items: [
        file(
          'Standard Contract.docx',
          'farid',
          '2025-10-07',
          docx({
            'Standard contract': ['This is the contract that is offered first.'],
            '> Liability': ['Liability is limited to the value of the order.'],
            '> Law': ['Disputes are heard in Aalsund.'],
          }),
        ),
        file(
          'Data Protection.pdf',
          'farid',
          '2026-04-16',
          pdf([
            ['Data protection', 'Photographs of visitors are deleted after 90 days.'],
            ['Requests', 'A request for information is answered within 25 days.'],
          ]),
        ),
        file(
          'Dispute with Tallow.docx',
          'farid',
          '2026-08-11',
          docx({ Dispute: ['The claim of Tallow and Sons amounts to 18,600 crowns.'] }),
          { readers: ['ada'] },
        ),
      ],
    },
  ],
};

/** The site that Cleo owns. */
const brand: SampleSite = {
  key: 'brand',
  name: 'Brand',
  description: 'Colors, type, tone of voice',
  created: '2023-01-30',
  owners: ['cleo'],
  members: ['greta'],
  visitors: 'everyone',
  libraries: [
    {
      name: 'Documents',
      folder: 'Shared Documents',
      items: [
        file(
          'Brand Guide.pdf',
          'cleo',
          '2026-02-02',
          pdf(
            [
              ['Brand guide', 'Our blue is called Harbour.'],
              ['Type', 'Headlines are set in Alder, text in Marram.'],
              ['Tone', 'We say what we do, then why. We never shout.'],
            ],
            { header: 'Northwind Studio' },
          ),
        ),
        file(
          'Press Kit.pptx',
          'greta',
          '2026-08-25',
          pptx({
            'Press kit': ['Northwind Studio was founded in 2009.'],
            Contact: ['Cleo Lindqvist answers the press.'],
          }),
        ),
      ],
    },
  ],
};

export const departments: SampleSite[] = [board, people, travel, legal, brand];
