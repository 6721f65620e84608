import { describeOnBothEngines } from '#tests/harness/storage/testStore.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import type { Database } from '#api/storage/database.ts';
import { analyzeText } from './analyze.ts';

describeOnBothEngines('the terms of a text', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database.close());

  const getTerms = async (text: string) =>
    (await analyzeText(store.stems, text, 'english')).terms.map(({ term }) => term);

  it('are stems without stop words', async () => {
    expect(await getTerms('The budgets of the departments were approved by the board')).toEqual([
      'budget',
      'depart',
      'approv',
      'board',
    ]);
  });

  it('are the same for all forms of a word, in several languages', async () => {
    expect(await getTerms('Die Anträge werden von der Leitung nicht geprüft')).toEqual(
      await getTerms('Der Antrag wird von der Leitung nicht geprüft'),
    );
    expect(await getTerms('Des réservations sont faites par la direction')).toEqual(
      await getTerms('La réservation est faite par des directions'),
    );
  });

  it('contain numbers and ids as they are', async () => {
    expect(await getTerms('INV-2026/41 costs 1,200')).toEqual(['inv-2026/41', 'inv', '2026', '41', 'cost', '1200']);
  });

  it('have the index and position of their word', async () => {
    const text = 'The hotel, then the train.';
    const { terms } = await analyzeText(store.stems, text, 'english');
    expect(terms.map(({ index, display, position }) => [text.slice(index, index + display.length), position])).toEqual([
      ['hotel', 1],
      ['train', 4],
    ]);
  });

  it('are correct for more words than the cache holds', async () => {
    const words = Array.from({ length: 60_000 }, (_, index) =>
      `word${'abcdefghij'[index % 10]}x${index}`.replaceAll(/\d/g, (digit) => 'klmnopqrst'[Number(digit)] ?? ''),
    );
    await store.stems.stem('english', words.slice(0, 30_000));
    const stems = await store.stems.stem('english', words.slice(30_000));
    expect(words.slice(30_000).every((word) => stems.has(word))).toBe(true);
    expect(await getTerms('budgets')).toEqual(['budget']);
  });
});
