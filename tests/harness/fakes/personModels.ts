import type { PersonModels } from '#api/models/personModels.ts';
import { ada } from '#tests/harness/storage/rows.ts';

/** Models for a person who has no limits. Calls that the test does not provide fail. */
export function createFakePersonModels(provided: Partial<PersonModels>): PersonModels {
  const fail = async (): Promise<never> => Promise.reject(new Error('this test expects no such call'));
  return {
    owner: ada,
    complete: fail,
    embed: fail,
    // eslint-disable-next-line require-yield
    async *stream() {
      await fail();
    },
    ...provided,
  };
}
