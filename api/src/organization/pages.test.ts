import { toggles } from '../../contract/endpoint.ts';
import { helpTitles, type Organization } from '../../contract/organization.ts';
import { getAbout, listHelpPages, listReleaseNotes } from './pages.ts';

function listTitles(changes: Partial<Organization['features']>): Promise<string[]> {
  const features = Object.fromEntries(toggles.map((name) => [name, true])) as Organization['features'];
  const pages = listHelpPages({ features: { ...features, ...changes }, helpPages: {} });
  return pages.then((listed) => listed.map(({ title }) => title));
}

it('lists the help pages in their order', async () => {
  expect(await listTitles({})).toEqual([...helpTitles]);
});

it('has no help for a mode that is off', async () => {
  expect(await listTitles({ tasks: false })).toEqual(helpTitles.filter((title) => title !== 'Tasks'));
  expect(await listTitles({ chat: false, knowledgeSearch: false })).not.toEqual(
    expect.arrayContaining(['Knowledge Search']),
  );
});

it('mentions tasks only in the help for Tasks', async () => {
  const features = Object.fromEntries(toggles.map((name) => [name, true])) as Organization['features'];
  const pages = await listHelpPages({ features: { ...features, tasks: false }, helpPages: {} });
  const notes = await listReleaseNotes();
  const about = await Promise.all([getAbout('ava'), getAbout('ks')]);
  for (const { content } of [...pages, ...notes, ...about]) expect(content).not.toMatch(/\btasks?\b/i);
});
