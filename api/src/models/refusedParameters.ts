import type OpenAI from 'openai';
import { getErrorText } from './modelErrors.ts';

/** Parameters that a request can do without. */
const OPTIONAL = [
  'temperature',
  'top_p',
  'max_completion_tokens',
  'max_tokens',
  'stream_options',
  'reasoning_effort',
  'tool_choice',
] as const;
const SAMPLING: readonly string[] = ['temperature', 'top_p'];

/** How servers say that they do not know or accept a parameter. */
const REFUSES =
  /unsupported|not supported|(?:does not|doesn't|do not|don't|cannot|can't) (?:support|accept|both|be used|be specified)|extra_forbidden|extra inputs|not permitted|not allowed|unknown|unrecognized|unexpected|only the default|deprecated|invalid/i;
/** How Ollama, vLLM and OpenRouter say that a model can't call functions. */
const REFUSES_TOOLS =
  /does(?: not|n't) support (?:tools|functions?|tool use|tool calling)|tool choice requires --enable-auto-tool-choice|support tool use|tools? (?:is|are) not supported/i;
/** How Anthropic and Bedrock say that an answer needs a limit. */
const REQUIRES_LIMIT = /max_tokens[^.]{0,60}(?:required|missing)|(?:required|missing)[^.]{0,60}max_tokens/i;

export type Request = Record<string, unknown>;
type ApiError = InstanceType<typeof OpenAI.APIError>;

/** What a request of this kind must change: parameters to drop, and whether it must limit the answer. */
export interface Correction {
  drop: string[];
  addLimit: boolean;
}

/** Reads from a refusal what the server does not accept in a request. Null if it is about something else. */
export function findCorrection(error: ApiError, request: Request): Correction | null {
  const text = getErrorText(error);
  // OpenRouter looks for a provider that accepts the request, and finds none.
  if (error.status === 404 && 'tools' in request && REFUSES_TOOLS.test(text))
    return { drop: ['tools'], addLimit: false };
  if (error.status !== 400 && error.status !== 422) return null;
  const hasLimit = 'max_tokens' in request || 'max_completion_tokens' in request;
  if (!hasLimit && REQUIRES_LIMIT.test(text)) return { drop: [], addLimit: true };
  const drop = findRefused(error, text, request);
  return drop.length > 0 ? { drop, addLimit: false } : null;
}

function findRefused(error: ApiError, text: string, request: Request): string[] {
  const paths = listNamed(error);
  if ('tools' in request && (REFUSES_TOOLS.test(text) || (paths.includes('tools') && REFUSES.test(text))))
    return ['tools'];
  const sent = OPTIONAL.filter((name) => name in request);
  const named = paths.filter((path) => sent.some((name) => name === path));
  if (named.length > 0) return choose(named, text);
  if (!REFUSES.test(text)) return [];
  const words = new Set(text.match(/\w+/g));
  const mentioned = sent.filter((name) => words.has(name));
  if (mentioned.length > 0) return choose(mentioned, text);
  // Some gateways name a parameter that the request does not have. Then the sampling parameters are dropped, which
  // models refuse most often.
  return isAboutParameters(error, text) ? SAMPLING.filter((name) => name in request) : [];
}

/** If two parameters exclude each other, drops `top_p` and keeps the temperature, because a person can choose that. */
function choose(names: string[], text: string): string[] {
  return names.includes('top_p') && /\bboth\b|only one/i.test(text) ? ['top_p'] : names;
}

/** The names in `param` (OpenAI, Azure) and in `loc` (FastAPI: Mistral, vLLM). */
function listNamed({ param, error }: ApiError): string[] {
  const paths = [
    ...(typeof param === 'string' ? [param] : []),
    ...listLocations(JSON.stringify(error ?? null).replaceAll('\\', '')),
  ];
  // A path such as `tools[0].type` stays, because it means that the value is wrong and not that the parameter is
  // refused. Only for `stream_options`, a path to one of the options refuses the whole parameter.
  return paths
    .map((path) => path.replace(/^body\./, ''))
    .map((path) => (path.startsWith('stream_options') ? 'stream_options' : path));
}

function listLocations(json: string): string[] {
  return [...json.matchAll(/"loc": ?\["body", ?"(\w+)"/g)].map(([, name = '']) => name);
}

function isAboutParameters({ code }: ApiError, text: string): boolean {
  return /^(?:unsupported|unknown|invalid)_(?:parameter|value)$/.test(String(code)) || /UnsupportedParams/.test(text);
}
