import { AvaError } from '#contract/errors.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';

/** Arguments that the model can correct, because the sentence names them and what is allowed. */
export class ArgumentError extends AvaError {
  /** @param problem such as `"page" must be a whole number of at least 1` */
  constructor(problem: string) {
    super('bad_request', { detail: functionTexts.invalidArguments(problem) });
  }
}
