import fc from 'fast-check';
import { sql } from 'kysely';
import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import type { Database } from './database.ts';
import { MAX_OCCURRENCES, parseTsvector, quoteLexeme, toTsvector, type Occurrence } from './tsvector.ts';

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((word) => word.replaceAll('\0', '').toWellFormed() || 'w');
const occurrences = fc
  .uniqueArray(
    fc.record({
      position: fc.integer({ min: 1, max: 16_000 }),
      field: fc.constantFrom('A' as const, 'B' as const, 'C' as const, 'D' as const),
    }),
    {
      minLength: 1,
      maxLength: 8,
      selector: ({ position }) => position,
    },
  )
  .map((list) => list.toSorted((a, b) => a.position - b.position));

describeOnBothEngines('words with their positions', (makeStore) => {
  let database: Database;
  beforeAll(async () => {
    database = await makeStore().open();
  });
  afterAll(() => database.close());

  const roundTrip = async (text: string) => {
    const { rows } = await sql<{ tsv: string }>`select ${text}::tsvector::text as tsv`.execute(database.kysely);
    return rows[0]?.tsv ?? '';
  };

  it('are returned unchanged by the engine, whatever their characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(words, occurrences, { maxKeys: 8 }), async (dictionary) => {
        const expected = new Map<string, Occurrence[]>(Object.entries(dictionary));
        expect(parseTsvector(await roundTrip(toTsvector(expected)))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('are found by a query for the word', async () => {
    for (const word of ["o'neil", 'inv-2026/41', 'a\\b', '予算', "'"]) {
      const { rows } = await sql<{ found: boolean }>`
        select ${toTsvector([[word, [{ position: 1, field: 'D' }]]])}::tsvector @@ ${quoteLexeme(word)}::tsquery as found`.execute(
        database.kysely,
      );
      expect([word, rows[0]?.found]).toEqual([word, true]);
    }
  });

  it('are stored up to the engine’s limit for one word', async () => {
    const many = Array.from({ length: 400 }, (_, index): Occurrence => ({ position: index + 1, field: 'D' }));
    expect(parseTsvector(await roundTrip(toTsvector([['budget', many]]))).get('budget')).toHaveLength(MAX_OCCURRENCES);
  });
});
