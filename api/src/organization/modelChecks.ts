import type { ModelCheckEvent } from '#contract/admin/modelCheck.ts';
import { AvaError } from '#contract/errors.ts';
import type { Model } from '#contract/models.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorizeAdministrator } from './settings.ts';

const RETRY_AFTER_S = 30;

type CheckContext = Pick<AppContext, 'models' | 'checkModel'>;

/** Starts the check of a model. `disconnected` ends it when its reader leaves. */
type StartModelCheck = (
  person: Person,
  name: string,
  disconnected: AbortSignal,
) => Promise<AsyncGenerator<readonly ModelCheckEvent[]>>;

/** An administrator runs one check at a time in each process, because no budget counts the tokens of a check. */
export function createModelChecks({ models, checkModel }: CheckContext): StartModelCheck {
  const running = new Set<string>();

  async function* run(
    key: string,
    model: Model,
    disconnected: AbortSignal,
  ): AsyncGenerator<readonly ModelCheckEvent[]> {
    try {
      for await (const event of checkModel(model, disconnected)) yield [event];
    } finally {
      running.delete(key);
    }
  }

  return async (person, name, disconnected) => {
    const key = `${authorizeAdministrator(person)}/${person.id}`;
    const model = await models.find(name);
    if (running.has(key))
      throw new AvaError('too_many_requests', {
        detail: 'You are already checking a model. Wait until that check has finished.',
        retryAfter: RETRY_AFTER_S,
      });
    running.add(key);
    return run(key, model, disconnected);
  };
}
