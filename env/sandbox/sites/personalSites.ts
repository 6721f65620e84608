import { docx, file, folder, txt, type SampleSite } from './siteDefinition.ts';

/** OneDrive: one site for each person who has opened it. Nobody else can read it. */
export const personal: SampleSite[] = [
  {
    key: 'ada-drive',
    personalOf: 'ada',
    name: 'Ada Moreau',
    description: '',
    created: '2021-03-01',
    owners: ['ada'],
    visitors: [],
    libraries: [
      {
        name: 'Documents',
        items: [
          folder('Notes', 'ada', [
            file('Quay walk.txt', 'ada', '2026-11-19', txt('Quay walk', 'The seagulls gather at pier nine at dusk.')),
          ]),
          file(
            'Speech for the anniversary.docx',
            'ada',
            '2026-11-12',
            docx({ Speech: ['Twenty candles, one for each year of the studio.'] }),
          ),
        ],
      },
    ],
  },
];
