import { listTexts, type DocumentPlan, type LocatedText } from '#sandbox/documents/documentPlan.ts';
import { fabrikam, northwind, type Organization } from '#sandbox/people.ts';
import { departments } from './departmentSites.ts';
import { finance } from './financeSite.ts';
import { shared } from './sharedSites.ts';
import { file, txt, type SampleFile, type SampleFolder, type SampleSite, docx, folder } from './siteDefinition.ts';

/** OneDrive: one site for each person who has opened it. Nobody else can read it. */
const personal: SampleSite[] = [
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

/** The SharePoint sites of one sample organization. */
export type OrganizationSites = { organization: Organization; host: string; sites: SampleSite[] };

const works: SampleSite = {
  key: 'works',
  name: 'Works Notices',
  description: 'Notices of the works',
  created: '2023-08-01',
  owners: ['carl'],
  visitors: 'everyone',
  libraries: [
    {
      name: 'Documents',
      folder: 'Shared Documents',
      items: [file('Shifts.txt', 'carl', '2026-02-03', txt('Shifts', 'The night shift begins at 21:40.'))],
    },
  ],
};

/** The root site, which everybody can read. */
const home: SampleSite = {
  key: 'home',
  root: true,
  name: 'Northwind Studio',
  description: 'The studio at a glance',
  created: '2020-01-06',
  owners: ['dev'],
  visitors: 'everyone',
  libraries: [
    {
      name: 'Documents',
      folder: 'Shared Documents',
      items: [
        file(
          'House Rules.txt',
          'dev',
          '2026-01-06',
          txt('House rules', 'The last one out switches off the lamp on the quay.'),
        ),
      ],
    },
  ],
};

/**
 * The SharePoint sites of the sample organizations: their permissions, and what every file contains. Ada owns Finance,
 * Ben can read it, Cleo cannot. The Graph stand-in serves every site in this list.
 */
export const sampleSites: OrganizationSites[] = [
  {
    organization: northwind,
    host: 'northwind.sharepoint.example',
    sites: [home, finance, ...departments, ...shared, ...personal],
  },
  { organization: fabrikam, host: 'fabrikam.sharepoint.example', sites: [works] },
];

export type SampleText = LocatedText & {
  /** Path as the controls use it: `finance/Documents/Policies/Expenses Policy.docx`. */
  file: string;
};

/** Every sample file with its path of site, library and folders: `finance/Documents/Welcome to Finance.txt`. */
export function listSampleFiles(): { path: string; file: SampleFile }[] {
  return sampleSites.flatMap(({ sites }) =>
    sites.flatMap((site) =>
      site.libraries.flatMap((library) => listFiles(`${site.key}/${library.name}`, library.items)),
    ),
  );
}

/** Every paragraph of every readable file, with its location. */
export function listSampleTexts(): SampleText[] {
  return listSampleFiles().flatMap(({ path, file: { document } }) =>
    listTexts(document).map((text) => ({ ...text, file: path })),
  );
}

/** The plan of one sample file. Throws an Error if there is no such file. */
export function getSampleDocument(path: string): DocumentPlan {
  const match = listSampleFiles().find((sample) => sample.path === path);
  if (!match) throw new Error(`The sandbox has no file "${path}".`);
  return match.file.document;
}

function listFiles(path: string, items: (SampleFolder | SampleFile)[]): { path: string; file: SampleFile }[] {
  return items.flatMap((item) => {
    const itemPath = `${path}/${item.name}`;
    return 'items' in item ? listFiles(itemPath, item.items) : [{ path: itemPath, file: item }];
  });
}
