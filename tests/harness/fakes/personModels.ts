import type { PersonModels } from '#api/models/personModels.ts';
import { ada } from '#tests/harness/storage/rows.ts';

/** The models of a person without limits. A call that the test has not provided fails. */
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
