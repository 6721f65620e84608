import { z } from 'zod';
import { PageLabel } from '#contract/files/locations.ts';
import { MAX_CALL_RESULTS } from '#contract/limits.ts';

/** Where a text comes from. */
export const Source = z.object({
  fileid: z.string(),
  filename: z.string(),
  pagenumber: z.number().int().min(1).nullable().describe('counted from the start of the file'),
  pagelabel: PageLabel.optional().describe('as printed, if it differs'),
  location: z.string().describe('in words: page 3, section A › B'),
  datatype: z.string(),
  link: z.string().nullable(),
  lastModified: z.string().nullable(),
  site: z.string().nullable().default(null),
  opens: z
    .enum(['graphFile', 'link', 'nothing'])
    .optional()
    .describe('`graphFile`: `fileid` is an address in Graph; `link`: not a file. Absent: a file of a site or of AVA'),
});
export type Source = z.infer<typeof Source>;

/** Something that a function found. Its text is the beginning of what the model read. */
const CallResult = Source.extend({ excerpt: z.string().max(1_000) });
export type CallResult = z.infer<typeof CallResult>;

/** State of a call. `hidden`: the person who shared the chat saw the results; they are not part of the copy. */
const CallState = z.discriminatedUnion('name', [
  z.object({ name: z.literal('running') }),
  z.object({
    name: z.literal('done'),
    found: z.number().int().min(0).describe('all results; `results` are the first ones'),
    results: z.array(CallResult).max(MAX_CALL_RESULTS),
    outcome: z.string().max(100).optional().describe('in words, instead of the number of results: 12 rows'),
  }),
  z.object({ name: z.literal('failed'), reason: z.string().max(1_000) }),
  z.object({ name: z.literal('hidden') }),
]);
export type CallState = z.infer<typeof CallState>;

/** A function that the model called while it wrote an answer. */
export const FunctionCall = z.object({
  id: z.string().max(100),
  title: z.string().max(200).describe('name of the function in words: Search mail'),
  asked: z.string().max(400).describe('what the function was asked for'),
  state: CallState,
});
export type FunctionCall = z.infer<typeof FunctionCall>;

const STOPPED = { name: 'failed', reason: 'Stopped with the answer.' } as const satisfies CallState;

/** Whether a call did not end because its answer was stopped or interrupted. */
export function isStopped(state: CallState): boolean {
  return state.name === 'failed' && state.reason === STOPPED.reason;
}

/** Adds a call to a list, or replaces it if the list has one with its id. */
export function putCall(calls: readonly FunctionCall[], call: FunctionCall): FunctionCall[] {
  const isKnown = calls.some(({ id }) => id === call.id);
  return isKnown ? calls.map((other) => (other.id === call.id ? call : other)) : [...calls, call];
}

/** Ends the calls that are still running when their answer ends. */
export function endCalls(calls: readonly FunctionCall[]): FunctionCall[] {
  return calls.map((call) => (call.state.name === 'running' ? { ...call, state: STOPPED } : call));
}
