import { textsOf, type DocumentPlan, type PlacedText } from '../documents/documentPlan.ts';
import { fabrikam, northwind, type Organisation } from '../people.ts';
import { departments } from './departmentSites.ts';
import { finance } from './financeSite.ts';
import { shared } from './sharedSites.ts';
import { file, txt, type FileStory, type FolderStory, type SiteStory } from './siteDefinition.ts';

/**
 * The document sites of the sample organisations, held as data: who owns, reads and writes what, and what every file
 * says. Ada owns Finance, Ben may read it, Cleo may not. A new site is one more entry; Graph picks it up by itself.
 */
export type OrganisationPlaces = { organisation: Organisation; host: string; sites: SiteStory[] };

export type { FileStory, FolderStory, LibraryStory, ListStory, SiteStory } from './siteDefinition.ts';

const works: SiteStory = {
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

/** The root of all sites, which everybody may read. */
const home: SiteStory = {
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

export const places: OrganisationPlaces[] = [
  { organisation: northwind, host: 'northwind.sharepoint.example', sites: [home, finance, ...departments, ...shared] },
  { organisation: fabrikam, host: 'fabrikam.sharepoint.example', sites: [works] },
];

export type KnownText = PlacedText & {
  /** `finance/Documents/Policies/Expenses Policy.docx`, as the controls name a file. */
  file: string;
};

/** Every file of the story by its site, library and folders: `finance/Documents/Welcome to Finance.txt`. */
export function storyFiles(): { path: string; file: FileStory }[] {
  return places.flatMap(({ sites }) =>
    sites.flatMap((site) => site.libraries.flatMap((library) => filesIn(`${site.key}/${library.name}`, library.items))),
  );
}

/** Every paragraph of every file that can be read, and where it stands. */
export function knownTexts(): KnownText[] {
  return storyFiles().flatMap(({ path, file: { document } }) =>
    textsOf(document).map((text) => ({ ...text, file: path })),
  );
}

/** What a file of the story holds. Throws an Error when the story has no such file. */
export function documentAt(path: string): DocumentPlan {
  const found = storyFiles().find((each) => each.path === path);
  if (!found) throw new Error(`The sandbox has no file "${path}".`);
  return found.file.document;
}

function filesIn(path: string, items: (FolderStory | FileStory)[]): { path: string; file: FileStory }[] {
  return items.flatMap((item) => {
    const own = `${path}/${item.name}`;
    return 'items' in item ? filesIn(own, item.items) : [{ path: own, file: item }];
  });
}
