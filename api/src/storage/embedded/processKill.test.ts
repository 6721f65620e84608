import { storeKill } from '#tests/chaos/storeKill.ts';

/** @proves threat:store-killed */
it('keeps every acknowledged commit when the process is killed while it writes', async () => {
  const round = await storeKill();
  expect(round.acknowledged).toBeGreaterThan(0);
  expect(round.found).toBeGreaterThanOrEqual(round.acknowledged);
  expect(round.problems).toEqual([]);
});
