import { makePrompt } from '#tab/testing/promptStory.ts';
import {
  checkFields,
  describeAudience,
  emptyFields,
  isChanged,
  setShared,
  toContent,
  toFields,
} from './prompts.rules.ts';
import { getNextIndex } from './usePromptNavigation.ts';

const finance = { id: 'f'.repeat(32), name: 'Finance' };
const written = { ...emptyFields, title: 'Weekly report', text: 'Summarize the week.' };

describe('the fields of a prompt', () => {
  it('need a title, a text, and a team if they are shared', () => {
    expect(checkFields({ ...emptyFields, title: ' ', isShared: true }, [], null)).toEqual({
      title: 'Give the prompt a title.',
      text: 'Write the prompt.',
      teams: 'Select at least one team, or everyone.',
    });
    expect(checkFields(written, [], null)).toEqual({});
  });

  /** @shows A prompt with this title already exists. */
  it('cannot have a title that another prompt of the same privacy has, in any case', () => {
    const own = makePrompt({ prompt_title: 'WEEKLY report' });
    const shared = makePrompt({ prompt_title: 'weekly report', is_private: false, teams: finance.id });
    const exists = { title: 'A prompt with this title already exists.' };
    expect(checkFields(written, [own], null)).toEqual(exists);
    expect(checkFields(written, [shared], null)).toEqual({});
    expect(checkFields({ ...written, isShared: true, teams: [finance.id] }, [shared], null)).toEqual(exists);
    // Its own title is no duplicate, even if another prompt has the same one by now.
    expect(checkFields(written, [own, makePrompt({ prompt_title: 'Weekly Report' })], own)).toEqual({});
  });

  it('of a prompt for everybody need no team', () => {
    const forAll = makePrompt({ is_private: false });
    expect(checkFields(toFields(forAll), [forAll], forAll)).toEqual({});
    const chosen = { ...written, isShared: true, isForEveryone: true, teams: [finance.id] };
    expect(checkFields(chosen, [], null)).toEqual({});
    expect(toContent(chosen)).toMatchObject({ is_private: false, teams: '' });
  });

  it('lose their teams when sharing is turned off', () => {
    const shared = { ...written, isShared: true, teams: [finance.id] };
    expect(setShared(shared, false)).toMatchObject({ isForEveryone: false, teams: [] });
    expect(toContent(shared)).toMatchObject({ is_private: false, teams: finance.id });
  });

  it('come back from a prompt without a change', () => {
    const prompt = makePrompt({ labels: 'pdf,word', is_private: false, teams: finance.id });
    expect(toFields(prompt)).toMatchObject({ labels: ['pdf', 'word'], isShared: true, teams: [finance.id] });
    expect(isChanged(toFields(prompt), toFields(prompt))).toBe(false);
    expect(isChanged({ ...toFields(prompt), text: 'Other' }, toFields(prompt))).toBe(true);
  });
});

it('names who can use a prompt', () => {
  const lost = 'e'.repeat(32);
  const describe = (change: Parameters<typeof makePrompt>[0]) => describeAudience(makePrompt(change), [finance]);
  expect(describe({})).toBe('Only you');
  expect(describe({ is_private: false })).toBe('Everyone in your organization');
  expect(describe({ is_private: false, teams: `${finance.id},${lost}` })).toBe(
    'Finance, a team that you no longer belong to',
  );
});

describe('keys in the grid', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 4, 6],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 6, 3],
    ['ArrowUp', 2, 2],
    ['Home', 5, 0],
    ['End', 0, 6],
    ['PageDown', 0, 6],
    ['a', 0, null],
  ])('%s at card %i of three columns goes to %p', (key, from, to) => {
    expect(getNextIndex(key, from, 7, 3)).toBe(to);
  });
});
