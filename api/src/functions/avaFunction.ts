import { z } from 'zod';
import type { FunctionResult } from '#api/answers/functionCalls.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import type { ModelTool } from '#api/models/models.ts';
import type { ReadableHit } from '#api/search/access/trimToReadable.ts';
import type { Origin } from '#api/storage/tables/search/searches.ts';
import { readArguments } from './arguments/readArguments.ts';
import type { OutgoingAllowance } from './connected/outgoingAllowance.ts';
import type { FoundThings } from './handles.ts';

/** What a function needs: it reads with the rights of the person who asked. */
export interface CallContext {
  ctx: AppContext;
  person: Person;
  /** The things that functions found for this answer, by their handles. */
  found: FoundThings;
  signal: AbortSignal;
  /** Decides what the call can send to another system. */
  outgoing: Pick<OutgoingAllowance, 'take'>;
}

/** A result with what it is based on, so that copies and later answers can be trimmed. */
export interface FoundData extends FunctionResult {
  hits?: readonly ReadableHit[];
  origins?: readonly Origin[];
}

/** A call whose arguments are checked. */
export interface PreparedCall {
  /** The arguments as the function takes them. */
  args: unknown;
  /** What the function is asked for, in words. */
  asked: string;
  run(call: CallContext): Promise<FoundData>;
}

/** A function that a model can call. No function sends or writes anything, or opens an address. */
export interface AvaFunction {
  /** The group that people can mention. */
  group: string;
  title: string;
  tool: ModelTool;
  /** The longest time of a call, in ms. */
  timeoutMs: number;
  /** Throws `ArgumentError` for arguments that the function does not take. */
  prepare(text: string, found: FoundThings): PreparedCall;
}

const CALL_TIMEOUT_MS = 30_000;
/** Downloading and reading take longer than a search. */
export const READ_TIMEOUT_MS = 50_000;

interface Definition<Args extends z.ZodObject> {
  group: string;
  name: string;
  title: string;
  /** What the function does, in words for the model. */
  description: string;
  args: Args;
  timeoutMs?: number;
  describe(args: z.output<Args>, found: FoundThings): string;
  run(call: CallContext, args: z.output<Args>): Promise<FoundData>;
}

/** Defines a function whose arguments are checked by a schema, of which the model gets the JSON Schema. */
export function defineFunction<Args extends z.ZodObject>(definition: Definition<Args>): AvaFunction {
  const { group, name, title, description, args } = definition;
  const { $schema: _, ...parameters } = z.toJSONSchema(args, { io: 'input' });
  return {
    group,
    title,
    timeoutMs: definition.timeoutMs ?? CALL_TIMEOUT_MS,
    tool: { type: 'function', function: { name, description, parameters } },
    prepare(text, found) {
      const given = readArguments(text, parameters, args);
      return {
        args: given,
        asked: definition.describe(given, found),
        run: (call) => definition.run(call, given),
      };
    },
  };
}
