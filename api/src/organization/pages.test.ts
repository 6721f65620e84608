import { toggles } from '#contract/toggles.ts';
import { helpTitles, releaseKinds, type Organization } from '#contract/organization.ts';
import { getAbout, listHelpPages, listReleaseNotes } from './pages.ts';

function listTitles(changes: Partial<Organization['features']>): Promise<string[]> {
  const features = Object.fromEntries(toggles.map((name) => [name, true])) as Organization['features'];
  const pages = listHelpPages({ features: { ...features, ...changes } });
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

it('mentions tasks only where they are on', async () => {
  const features = Object.fromEntries(toggles.map((name) => [name, true])) as Organization['features'];
  const pages = await listHelpPages({ features: { ...features, tasks: false } });
  const notes = await Promise.all(releaseKinds.map((kind) => listReleaseNotes(kind, { ...features, tasks: false })));
  const about = await Promise.all([getAbout('ava'), getAbout('ks')]);
  for (const { content } of [...pages, ...notes.flat(), ...about]) expect(content).not.toMatch(/\btasks?\b/i);
});

it('explains functions, and each thing they look up, only where it is on', async () => {
  const read = async (changes: Partial<Organization['features']>) => {
    const features = Object.fromEntries(toggles.map((name) => [name, true])) as Organization['features'];
    const pages = await listHelpPages({ features: { ...features, ...changes } });
    return pages.find(({ title }) => title === 'Chat')?.content ?? '';
  };
  const all = await read({});
  expect(all).toContain('## Functions');
  expect(all).toContain('- **Meetings**');
  const withoutMeetings = await read({ showMeetingTranscripts: false });
  expect(withoutMeetings).not.toContain('- **Meetings**');
  expect(all).toContain('- **Connected systems**');
  expect(await read({ tools: false })).not.toContain('- **Connected systems**');
  const without = await read({ functionCalling: false });
  expect(without).not.toMatch(/functions?|looks? (?:things|something) up|lookup/i);
  // The sections around it stay as they are.
  expect(without).toBe(all.replace(/## Functions[^]*(?=## Memory)/, ''));
});

it('has notes on each release, for everybody and for those who manage Knowledge Search', async () => {
  const features = Object.fromEntries(toggles.map((name) => [name, true])) as Organization['features'];
  const [ava, ks] = await Promise.all(releaseKinds.map((kind) => listReleaseNotes(kind, features)));
  expect(ava?.[0]).toMatchObject({ version: '0.1.0', date: 'November 2026' });
  expect(ava?.[0]?.content).toContain('**Tasks**');
  expect(ks?.[0]?.content).toContain('searchable in three steps');
});

it('has a help page of some length for every title', async () => {
  const features = Object.fromEntries(toggles.map((name) => [name, true])) as Organization['features'];
  for (const { title, content } of await listHelpPages({ features })) {
    expect({ title, isLong: content.length > 900 }).toEqual({ title, isLong: true });
  }
});
