import fc from 'fast-check';
import { anyCharacter } from '#tests/harness/anyCharacter.ts';
import { MAX_PROMPT_VARIABLES, MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import { fileTypes } from '#contract/files/fileTypes.ts';
import { findLabel, labelOfFile, listLabels, promptLabels } from './promptLabels.ts';
import { filterPrompts, sortPrompts, suggestPrompts, type PromptFilter } from './promptRules.ts';
import { createPrompt, type Prompt } from './prompts.ts';
import { toTitleKey } from './promptTitle.ts';
import { fillVariables, findVariables } from './promptVariables.ts';

const [finance, board] = ['f'.repeat(32), 'b'.repeat(32)];

const makePrompt = (prompt_title: string, fields: Partial<Prompt> = {}): Prompt => ({
  prompt_id: prompt_title,
  prompt_title,
  prompt_text: '',
  labels: '',
  labels_text: '',
  prompt_type: 'file',
  prompt_role: 'user',
  is_private: false,
  teams: '',
  creator_id: 'ada',
  creator_name: 'Ada Moreau',
  creator_email: '',
  creator_photo: '',
  created_on: '2026-11-01T08:00:00.000Z',
  modified_on: '2026-11-01T08:00:00.000Z',
  version: 1,
  mine: false,
  can: { edit: false, delete: false },
  ...fields,
});

const titles = (prompts: readonly Prompt[]) => prompts.map(({ prompt_title: title }) => title);

describe('labels', () => {
  it.each([
    ['csv', 'csv'],
    [' Chat Messages ', 'chat'],
    ['XLSX', 'excel'],
    ['yml', 'data'],
    ['transcript', 'meeting'],
    ['zip', null],
    ['constructor', null],
    ['', null],
  ])('finds the label of "%s"', (word, label) => {
    expect(findLabel(word)).toBe(label);
  });

  it('have names and aliases that stand for one label only', () => {
    const words = Object.entries(promptLabels).flatMap(([label, { name, aliases }]) =>
      [...new Set([label, name, ...aliases].map((word) => word.toLowerCase()))].map((word) => [word, label]),
    );
    for (const [word = '', label] of words) expect([word, findLabel(word)]).toEqual([word, label]);
  });

  it.each([
    ['PDF', 'pdf'],
    ['RTF', 'word'],
    ['TSV', 'csv'],
    ['XLS', 'excel'],
    ['PPTX', 'powerpoint'],
    ['MD', 'text'],
    ['LOG', 'log'],
    ['PY', 'code'],
    ['DOCKERFILE', 'code'],
    ['JSON', 'data'],
    ['XML', 'data'],
    ['YAML', 'data'],
    ['WEBP', 'image'],
    ['EMAIL', 'email'],
    ['TEAMS', 'chat'],
    ['ONLINE MEETING', 'meeting'],
    ['ZIP', null],
    ['Unknown', null],
  ] as const)('of a file of type %s is %s', (type, label) => {
    expect(labelOfFile(type)).toBe(label);
  });

  it('each have a type of file', () => {
    expect(new Set(fileTypes.map(labelOfFile))).toEqual(new Set([...Object.keys(promptLabels), null]));
  });

  it('are read from a comma string, each once, without other words', () => {
    expect(listLabels('pdf, Word,,docx,nothing')).toEqual(['pdf', 'word']);
  });
});

describe('titles', () => {
  it.each([
    ['Tea', '  tEA '],
    ['Straße', 'STRASSE'],
    ['Ωμέγα ΤΈΛΟΣ', 'ωμέγα τέλος'],
    ['Cafe\u0301', 'CAFÉ'],
    ['Tea  time', 'tea\ttime'],
    ['Te\u200ba', 'tea'],
    ['Tea \u200b time', 'tea time'],
  ])('%s and %s are the same', (a, b) => {
    expect(toTitleKey(a)).toBe(toTitleKey(b));
  });

  it.each([
    ['Tea', 'Teas'],
    ['Café', 'Cafe'],
  ])('%s and %s differ', (a, b) => {
    expect(toTitleKey(a)).not.toBe(toTitleKey(b));
  });

  it('of any characters have a key of limited size', () => {
    const title = fc.string({ unit: anyCharacter, maxLength: MAX_TITLE_CHARACTERS });
    fc.assert(
      fc.property(title, (text) => toTitleKey(text).length <= 3 * MAX_TITLE_CHARACTERS),
      {
        numRuns: 20,
      },
    );
  });
});

describe('a prompt that a person saves', () => {
  const read = (fields: object) =>
    createPrompt.body.safeParse({ prompt_title: 'Tea', prompt_text: 'When?', ...fields });

  it('is private and for no type of file by default', () => {
    expect(read({}).data).toMatchObject({ is_private: true, teams: [], labels: [] });
  });

  it('is cleaned: one line in the title, each label and team once', () => {
    const fields = {
      prompt_title: ' Tea\n time ',
      labels: 'PDF,pdf, Word',
      teams: `${finance},${finance.toUpperCase()}`,
    };
    expect(read(fields).data).toMatchObject({ prompt_title: 'Tea time', labels: ['pdf', 'word'], teams: [finance] });
  });

  it.each([
    ['an invisible title', { prompt_title: ' \u200b ' }, 'give the prompt a title'],
    ['an empty text', { prompt_text: ' \n' }, 'write the prompt'],
    ['another label', { labels: 'pdf,zip' }, '"zip" is not a type of file'],
    ['a name of a team', { teams: 'finance' }, 'must be ids of sites, separated by commas'],
    ['a long title', { prompt_title: 'x'.repeat(MAX_TITLE_CHARACTERS + 1) }, 'a title can have at most 200 characters'],
    ['a long text', { prompt_text: 'x'.repeat(20_001) }, 'a prompt can have at most 20,000 characters'],
    [
      'many teams',
      { teams: Array.from({ length: 51 }, (_, index) => String(index).padStart(32, '0')).join() },
      'at most 50 teams',
    ],
  ])('is refused with a sentence: %s', (_, fields, message) => {
    expect(read(fields).error?.issues.map((issue) => issue.message)).toContain(message);
  });
});

describe('the library', () => {
  const all = { tab: 'all', team: null, label: null, search: '' } as const satisfies PromptFilter;
  const prompts = [
    makePrompt('Budget', {
      teams: `${board},${finance}`,
      labels: 'excel,pdf',
      prompt_text: 'Résumé of {{client}} (50%)',
    }),
    makePrompt('Diary', { is_private: true, mine: true, labels: 'word' }),
    makePrompt('Minutes', { mine: true, teams: board, labels: 'meeting' }),
    makePrompt('Welcome', {}),
  ];
  const show = (filter: Partial<PromptFilter>) => titles(filterPrompts(prompts, { ...all, ...filter }));

  it('has three tabs; My Prompts ignores the team', () => {
    expect(show({})).toEqual(['Budget', 'Diary', 'Minutes', 'Welcome']);
    expect(show({ tab: 'shared' })).toEqual(['Budget', 'Minutes', 'Welcome']);
    expect(show({ tab: 'mine' })).toEqual(['Diary', 'Minutes']);
    expect(show({ team: finance })).toEqual(['Budget']);
    expect(show({ tab: 'shared', team: board })).toEqual(['Budget', 'Minutes']);
    expect(show({ tab: 'mine', team: finance })).toEqual(['Diary', 'Minutes']);
  });

  it('filters by type of file', () => {
    expect(show({ label: 'pdf' })).toEqual(['Budget']);
    expect(show({ label: 'meeting', tab: 'mine' })).toEqual(['Minutes']);
  });

  it.each([
    ['resume', ['Budget']],
    ['RÉSUMÉ budget', ['Budget']],
    ['(50%)', ['Budget']],
    ['.*', []],
    ['[', []],
    ['\\', []],
    ['{{client}}', ['Budget']],
    ['xlsx', ['Budget']],
    ['moreau  mi', ['Minutes']],
    ['  ', ['Budget', 'Diary', 'Minutes', 'Welcome']],
    ['budget diary', []],
  ])('finds for "%s"', (search, found) => {
    expect(show({ search })).toEqual(found);
  });

  it('is sorted by the last change, newest first', () => {
    const dated = ['03', '01', '02'].map((day) => makePrompt(day, { modified_on: `2026-11-${day}T08:00:00.000Z` }));
    expect(titles(sortPrompts(dated))).toEqual(['03', '02', '01']);
  });

  /** @proves limit:MAX_SUGGESTED_PROMPTS */
  it('suggests at most three prompts for files, those for most of them first', () => {
    const made = ['pdf', 'word', 'pdf,word', 'code', 'pdf', 'data'].map((labels, index) =>
      makePrompt(`${index} ${labels}`, { labels }),
    );
    expect(titles(suggestPrompts(made, ['PDF', 'DOCX']))).toEqual(['2 pdf,word', '0 pdf', '1 word']);
    expect(titles(suggestPrompts(made, ['TS', 'JSON']))).toEqual(['3 code', '5 data']);
    expect(suggestPrompts(made, ['ZIP', 'Unknown'])).toEqual([]);
    expect(suggestPrompts(made, [])).toEqual([]);
  });
});

describe('variables', () => {
  it('are found in order, each once, in any spelling', () => {
    expect(findVariables('Dear {{Client}}, {{ due  date }}! {{client}} {{}} {{ }} {{a\nb}} {x} {{{y}}}')).toEqual([
      { key: 'client', name: 'Client' },
      { key: 'due date', name: 'due  date' },
      { key: 'y', name: 'y' },
    ]);
  });

  it('are filled with any text, and a value is not read again', () => {
    const values = new Map([
      ['client', '$& {{city}} $1'],
      ['city', 'Oslo'],
    ]);
    expect(fillVariables('{{Client}} in {{city}}, {{when}}', values)).toBe('$& {{city}} $1 in Oslo, {{when}}');
  });

  it('beyond the limit, or with names of Object.prototype, stay text', () => {
    const text = Array.from({ length: MAX_PROMPT_VARIABLES + 5 }, (_, index) => `{{v${index}}}`).join(' ');
    expect(findVariables(text)).toHaveLength(MAX_PROMPT_VARIABLES);
    expect(fillVariables(`${text} {{constructor}}`, new Map([['v24', 'x']]))).toBe(`${text} {{constructor}}`);
  });

  it('leave every text without variables as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', 'a', ' ', '\n') }), (text) => {
        expect(fillVariables(text, new Map())).toBe(text);
      }),
    );
  });
});
