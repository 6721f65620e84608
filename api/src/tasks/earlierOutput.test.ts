import { createSearchLibrary, makePerson, makeSiteId, type SearchLibrary } from '#tests/harness/fakes/searchLibrary.ts';
import { ben, newId } from '#tests/harness/storage/rows.ts';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { Database } from '#api/storage/database.ts';
import type { OutputRow } from '#api/storage/tables/tasks/taskRuns.ts';
import type { AppContext } from '#api/context.ts';
import { readEarlierOutput } from './earlierOutput.ts';

const finance = makeSiteId(1);
const Ben = makePerson(ben.id);

const cite = (number: number, fields: Partial<Citation>): Citation => ({
  number,
  fileid: 'salaries',
  filename: 'salaries.pdf',
  pagenumber: 2,
  location: 'page 2',
  datatype: 'PDF',
  link: null,
  lastModified: null,
  site: finance,
  quote: '',
  standing: 'holds',
  ...fields,
});

const makeOutput = (content: string, links: Citation[]) =>
  ({
    title: 'Pay',
    row: { stepId: newId(), output: { content, links }, origins: [] } as unknown as OutputRow,
  }) as const;

describeOnBothEngines('the passages of an earlier output', (makeStore) => {
  let database: Database;
  let library: SearchLibrary;
  let ctx: AppContext;
  beforeAll(async () => {
    database = await makeStore().open();
    library = createSearchLibrary(database);
    ctx = library.ctx as unknown as AppContext;
    const filler = 'A sentence about tea and cake that nobody cites. '.repeat(60);
    const bands = 'Band C runs\nfrom 52,400\tto 61,000. Band D starts at 64,000.';
    await library.put(finance, 'salaries', ['Contents.', `${filler}\n\n${bands}\n\n${filler}`]);
    library.permissions.add(`${ben.id}/salaries`);
  });
  afterAll(() => database.close());

  const read = (content: string, links: Citation[]) => readEarlierOutput(ctx, Ben, makeOutput(content, links), []);

  it('are the text without numbers, and the passages that hold the cited excerpts', async () => {
    const links = [
      cite(1, { quote: 'Band C runs from 52,400 to 61,000.' }),
      cite(2, { quote: 'Band D starts…' }),
      cite(3, { quote: '' }),
    ];
    const [output, ...cited] = await read('C: 52,400 [1]. D: 64,000 [2]. E [3].', links);
    expect(output).toMatchObject({ fileName: 'Output of Pay', text: 'C: 52,400. D: 64,000. E.', cited: { links } });
    expect(cited).toHaveLength(1);
    expect(cited[0]).toMatchObject({ fileId: 'salaries', site: finance, location: { kind: 'page', page: 2 } });
    expect(cited[0]?.text).toContain('Band D starts at 64,000.');
  });

  it('are the excerpts that Ben has seen if their files were changed, deleted or closed since', async () => {
    const gone = cite(1, { quote: 'Band B runs from 41,000.', standing: 'changed' });
    const own = cite(2, {
      fileid: newId(),
      site: null,
      pagenumber: 4,
      pagelabel: 'iv',
      location: 'page iv',
      quote: 'x',
    });
    const closed = cite(3, { quote: 'Band D starts at 64,000.' });
    library.permissions.clear();
    await library.ctx.clock.advance(30_000);
    const [, ...cited] = await read('B [1], x [2], D [3].', [gone, own, closed]);
    library.permissions.add(`${ben.id}/salaries`);
    expect(cited.map(({ text, place, changed }) => [text, place, changed])).toEqual([
      ['Band B runs from 41,000.', 'page 2', true],
      ['x', 'page iv', false],
      ['Band D starts at 64,000.', 'page 2', false],
    ]);
    expect(cited[1]?.location).toEqual({ kind: 'page', page: 4, label: 'iv' });
  });

  it('are only the text of the output if it cites nothing', async () => {
    const [output, ...cited] = await read('See list [1].', []);
    expect(output).toMatchObject({ text: 'See list [1].' });
    expect(output).not.toHaveProperty('cited');
    expect(cited).toEqual([]);
  });
});
