import { describeOnBothEngines } from '../../../../tests/harness/storage/testStore.ts';
import { createStore, type Store } from '../../storage/store.ts';
import type { Database } from '../../storage/database.ts';
import { analyse } from './analyze.ts';

describeOnBothEngines('the terms of a text', (makeStore) => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await makeStore().open();
    store = createStore(database.kysely);
  });
  afterAll(() => database.close());

  const termsOf = async (text: string) => (await analyse(store.stems, text, 'english')).terms.map(({ term }) => term);

  it('are stems, without the words that say nothing by themselves', async () => {
    expect(await termsOf('The budgets of the departments were approved by the board')).toEqual([
      'budget',
      'depart',
      'approv',
      'board',
    ]);
  });

  it('are the same for the forms of a word, in each of the languages', async () => {
    expect(await termsOf('Die Anträge werden von der Leitung nicht geprüft')).toEqual(
      await termsOf('Der Antrag wird von der Leitung nicht geprüft'),
    );
    expect(await termsOf('Des réservations sont faites par la direction')).toEqual(
      await termsOf('La réservation est faite par des directions'),
    );
  });

  it('keep numbers and ids whole', async () => {
    expect(await termsOf('INV-2026/41 costs 1,200')).toEqual(['inv-2026/41', 'inv', '2026', '41', 'cost', '1200']);
  });

  it('say where they stand', async () => {
    const text = 'The hotel, then the train.';
    const { terms } = await analyse(store.stems, text, 'english');
    expect(terms.map(({ at, shown, position }) => [text.slice(at, at + shown.length), position])).toEqual([
      ['hotel', 1],
      ['train', 4],
    ]);
  });

  it('are remembered beyond what fits into memory', async () => {
    const many = Array.from({ length: 60_000 }, (_, at) =>
      `word${'abcdefghij'[at % 10]}x${at}`.replaceAll(/\d/g, (digit) => 'klmnopqrst'[Number(digit)] ?? ''),
    );
    await store.stems.stem('english', many.slice(0, 30_000));
    const stems = await store.stems.stem('english', many.slice(30_000));
    expect(many.slice(30_000).every((word) => stems.has(word))).toBe(true);
    expect(await termsOf('budgets')).toEqual(['budget']);
  });
});
