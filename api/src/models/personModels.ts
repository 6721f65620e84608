import type { Owner } from '#api/storage/schema.ts';
import type { Embedder } from './embedder.ts';
import type { ModelEvent, Models, Prompt } from './models.ts';

/** `limited`: the call waits for a limit that refills soon; `detail` is the sentence of that limit. */
export type PersonModelEvent = ModelEvent | { type: 'limited'; detail: string };

/**
 * The models for one person. Each call asks for the person's allowance before it starts, and what it used is recorded when
 * it ends. Throws `AllowanceError` if nothing is left.
 */
export interface PersonModels extends Pick<Models, 'complete'>, Pick<Embedder, 'embed'> {
  /** Whose allowance is used. `Models` has no owner, so that it can't be passed instead. */
  readonly owner: Owner;
  /**
   * Streams a reply; waits if the limit refills soon. `complete` and `embed` throw instead of waiting, because their callers
   * can continue without a result.
   * @param questions 1 for the first reply to a question of the person
   */
  stream(prompt: Prompt, signal: AbortSignal, questions?: 0 | 1): AsyncGenerator<PersonModelEvent>;
}

/** What features know of the models. */
export interface MeteredModels extends Pick<
  Models,
  'list' | 'find' | 'getTemperature' | 'canCall' | 'getEmbedderName'
> {
  /** @param timeZone zone that says which day it is for the person; UTC if it is missing or unknown */
  forPerson(person: Owner, timeZone?: string): PersonModels;
}
