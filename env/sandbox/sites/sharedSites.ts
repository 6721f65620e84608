import { makeRecords } from '#sandbox/documents/records/fieldRecords.ts';
import { helpPage } from './helpPages.ts';
import { docx, file, folder, pdf, txt, type SampleFolder, type SampleSite } from './siteDefinition.ts';

/** Largest file that AVA reads: 70 MB. */
const LARGEST_FILE_BYTES = 73_400_320;
const RELEASES = 230;

/** More files than a page of a crawl contains: Graph returns 200 items per page. */
const releaseNotes = Array.from({ length: RELEASES }, (_, index) => {
  const version = `${4 + Math.floor(index / 100)}.${String(index % 100).padStart(2, '0')}`;
  const note = txt(`Release ${version}`, `Release ${version} mended ${index + 3} faults.`);
  return file(`Release ${version}.txt`, index % 2 ? 'jonas' : 'saoirse', '2025-06-02', note);
});

function chapter(number: string, title: string, ...paragraphs: string[]): SampleFolder {
  const text = docx({ [title]: [paragraphs[0]!], '> In detail': paragraphs.slice(1) });
  return folder(`${number} ${title}`, 'saoirse', [file(`${title}.docx`, 'saoirse', '2026-05-11', text)]);
}

/** A site that everybody can read. Its library has many folders, deep folders and more files than a page of Graph. */
const handbook: SampleSite = {
  key: 'handbook',
  name: 'Engineering Handbook',
  description: 'How we build, test and release',
  created: '2022-04-04',
  owners: ['saoirse'],
  ownersGroup: ['saoirse', 'jonas'],
  members: ['jonas', 'dev'],
  visitors: 'everyone',
  avaRole: 'read',
  libraries: [
    {
      name: 'Handbook',
      items: [
        chapter(
          '01',
          'Onboarding',
          'A newcomer ships something small in the first week.',
          'The laptop is handed out by Dev Raman.',
        ),
        chapter('02', 'Coding', 'Code is written for its next reader.', 'A file longer than 250 lines is split.'),
        chapter(
          '03',
          'Reviews',
          'Every change is read by one other person.',
          'A review is answered within four hours.',
        ),
        chapter('04', 'Releases', 'We release on Tuesdays.', 'The release train leaves at 14:00.'),
        chapter(
          '05',
          'Incidents',
          'Whoever sees an incident says so at once.',
          'An incident is written up within two days.',
        ),
        chapter('06', 'Security', 'Secrets live in the vault.', 'Keys are changed every 60 days.'),
        chapter('07', 'Testing', 'A test tells a story.', 'The whole suite runs in under eleven minutes.'),
        folder('08 Archive', 'jonas', [
          folder('2023', 'jonas', [
            file(
              'Old Build Guide.pdf',
              'jonas',
              '2023-03-03',
              pdf([['Build guide', 'The build took 40 minutes in 2023.']]),
            ),
          ]),
          folder('2024', 'jonas', [
            folder('Spring', 'jonas', [
              file('Retrospective.txt', 'jonas', '2024-04-04', txt('Retrospective', 'We stopped estimating in hours.')),
            ]),
          ]),
          folder('Release Notes', 'jonas', releaseNotes),
          folder('Empty for now', 'jonas', []),
        ]),
      ],
    },
  ],
};

/** Scans, a file of the largest size that AVA accepts, and one that is a byte larger. */
const operations: SampleSite = {
  key: 'operations',
  name: 'Operations',
  description: 'Buildings, deliveries, archive',
  created: '2020-11-09',
  owners: ['ines'],
  members: ['dev', 'hugo'],
  visitors: 'everyone',
  libraries: [
    {
      name: 'Documents',
      folder: 'Shared Documents',
      items: [
        file(
          'Fire Drill.docx',
          'ines',
          '2026-10-01',
          docx({ 'Fire drill': ['The assembly point is the quay, left of the crane.'] }),
        ),
        file('Delivery Times.txt', 'ines', '2026-09-18', txt('Delivery times', 'Parcels are collected at 16:20.')),
        file('Harbour Survey.pdf', 'ines', '2026-03-20', {
          format: 'large',
          size: LARGEST_FILE_BYTES,
          pages: [
            'Survey of the Harbour building, made in March 2026.',
            'The cellar is 61 centimetres below the spring tide.',
          ],
        }),
        file('Mill Survey.pdf', 'ines', '2026-03-27', {
          format: 'large',
          size: LARGEST_FILE_BYTES + 1,
          pages: ['Survey of the Mill building, made in March 2026.'],
        }),
        file('Signed Delivery Notes.pdf', 'hugo', '2026-08-08', { format: 'scan', pages: 3 }),
      ],
    },
    { name: 'Archive', items: [] },
  ],
};

/** Sixty records for which the location of every answer is known; see documents/records/evaluationSet.ts. */
const records: SampleSite = {
  key: 'records',
  name: 'Field Records',
  description: 'Ferries, bridges, caves and what else we have drawn',
  created: '2024-02-01',
  owners: ['greta'],
  members: ['jonas'],
  visitors: 'everyone',
  libraries: [{ name: 'Records', items: recordFolders() }],
};

function recordFolders(): SampleFolder[] {
  const all = makeRecords();
  const families = [...new Set(all.map(({ family }) => family))];
  return families.map((family) => {
    const own = all.filter((record) => record.family === family);
    return folder(
      family,
      'greta',
      own.map(({ name, document }) => file(name, 'greta', '2026-07-15', document)),
    );
  });
}

const help: SampleSite = {
  key: 'help',
  name: 'AVA Help',
  description: 'How to use AVA',
  created: '2026-01-02',
  owners: ['dev'],
  visitors: 'everyone',
  avaRole: 'read',
  libraries: [
    {
      name: 'Documents',
      folder: 'Shared Documents',
      items: [
        helpPage('Getting Started'),
        file(
          'Knowledge Search.docx',
          'dev',
          '2026-10-10',
          docx({
            'Knowledge Search': ['Choose a site first; AVA then answers from the files of that site alone.'],
            '> Adding files': [
              'The owner of a site makes it searchable in three steps: choose a library, upload files, finish.',
            ],
          }),
        ),
        file(
          'Security.pdf',
          'dev',
          '2026-10-10',
          pdf([['Security', 'AVA shows nobody a file that they could not open themselves.']]),
        ),
        helpPage('Chat'),
        helpPage('Advanced Prompting'),
        helpPage('Security and AI Models'),
        helpPage('Tasks'),
        helpPage('Exports'),
        helpPage('Knowledge Search'),
      ],
    },
  ],
};

export const shared: SampleSite[] = [handbook, operations, records, help];
