import { listTexts, type DocumentPlan, type LocatedText } from '../documents/documentPlan.ts';
import { fabrikam, northwind, type Organization } from '../people.ts';
import { departments } from './departmentSites.ts';
import { finance } from './financeSite.ts';
import { personal } from './personalSites.ts';
import { shared } from './sharedSites.ts';
import { file, txt, type SampleFile, type SampleFolder, type SampleSite } from './siteDefinition.ts';

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
