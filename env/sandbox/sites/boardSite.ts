import { docx, file, folder, pdf, type SampleSite } from './siteDefinition.ts';

/** A site that few people can read. One of its files is shared with Saoirse, who cannot see the site. */
export const board: SampleSite = {
  key: 'board',
  name: 'Board Minutes',
  description: 'Minutes and papers of the board',
  created: '2020-01-15',
  owners: ['farid'],
  ownersGroup: ['farid', 'ada'],
  visitors: ['elif'],
  libraries: [
    {
      name: 'Documents',
      folder: 'Shared Documents',
      items: [
        folder('2026', 'farid', [
          file(
            'Minutes 2026-03-12.docx',
            'farid',
            '2026-03-13',
            docx({
              'Minutes of 12 March 2026': ['Present were Farid Haddad, Ada Moreau and Elif Kaya.'],
              '> Decisions': ['The board approved the purchase of the boathouse for 1.2 million crowns.'],
            }),
          ),
          file(
            'Minutes 2026-06-18.docx',
            'farid',
            '2026-06-19',
            docx({
              'Minutes of 18 June 2026': ['Present were Farid Haddad and Ada Moreau.'],
              '> Decisions': [
                'The board postponed the purchase of the boathouse.',
                'Project Heron may be spoken of outside the board from 2027 on.',
              ],
            }),
          ),
        ]),
        file(
          'Workshop Safety Resolution.pdf',
          'farid',
          '2026-04-02',
          pdf([['Resolution', 'Every workshop gets a second exit before the end of 2026.']]),
          { sharedWith: ['saoirse'] },
        ),
      ],
    },
  ],
};
