/** The OpenAI API accepts names of 64 characters; a prefix can precede a name. */
const MAX_NAME_CHARACTERS = 200;
/** vLLM leaves marks of GPT-OSS in names: `search_site<|channel|>commentary`. */
const CONTROL_TOKEN = '<|';
/** Kimi K2 numbers its calls: `functions.search_site:0`. */
const CALL_NUMBER = /:\d{1,4}$/;

/** Returns the name that a model means: with the prefix of a namespace, in other case, or with other separators. */
export function findName(called: string, offered: readonly string[]): string | undefined {
  if (offered.includes(called)) return called;
  const [name = ''] = called.slice(0, MAX_NAME_CHARACTERS).split(CONTROL_TOKEN);
  const own = name.trim().replace(CALL_NUMBER, '').split(/[.:/]/).at(-1) ?? '';
  const same = offered.filter((candidate) => normalize(candidate) === normalize(own));
  return same.length === 1 ? same[0] : undefined;
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
