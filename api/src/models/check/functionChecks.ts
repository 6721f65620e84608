import { truncate } from '#contract/text/text.ts';
import type { ToolCall } from '#api/models/callCollector.ts';
import type { ModelMessage, ModelTool } from '#api/models/models.ts';
import { askForAnswer, toMessages, type CheckAnswer, type CheckContext } from './checkQuestion.ts';
import { checkTexts as texts } from './check.texts.ts';
import type { Finding } from './finding.ts';

const TOOL = 'get_temperature';
const tools: readonly ModelTool[] = [
  {
    type: 'function',
    function: {
      name: TOOL,
      description: 'Returns the temperature in a city now, in degrees Celsius.',
      parameters: {
        type: 'object',
        properties: { city: { type: 'string', description: 'Name of the city' } },
        required: ['city'],
        additionalProperties: false,
      },
    },
  },
];
const degreesOf: Readonly<Record<string, number>> = { Oslo: -17, Rome: 23 };
/** A function call that the server did not recognize and sent as text of the answer. */
const CALL_AS_TEXT = /<tool_call>|<function|\[TOOL_CALLS\]|"name"\s*:\s*"get_temperature"|get_temperature\(/;
const MAX_ARGUMENTS_CHARACTERS = 200;

export const checkFunctionCall = (context: CheckContext): Promise<Finding> => checkCalls(context, ['Oslo']);
export const checkParallelCalls = (context: CheckContext): Promise<Finding> => checkCalls(context, ['Oslo', 'Rome']);

/** Lets the model call the function for each city, gives it the results and expects an answer with them. */
async function checkCalls(context: CheckContext, cities: readonly string[]): Promise<Finding> {
  const { described } = context.models.describeParameters(context.model);
  if (described.without_parameters?.includes('tools'))
    return { outcome: 'skipped', detail: texts.describedWithoutCalls };
  const messages = toMessages(toQuestion(cities));
  const first = await askForAnswer(context, { messages, tools });
  const { learned } = context.models.describeParameters(context.model);
  if (learned.without_parameters?.includes('tools')) return { outcome: 'fails', ...texts.callsRefused };
  if (first.calls.length === 0) return toMissingCall(first);
  const asked = first.calls.map(readCity);
  const wrong = first.calls.find((_, index) => asked[index] === undefined);
  if (wrong)
    return {
      outcome: 'fails',
      ...texts.wrongCall(truncate(`${wrong.name} ${wrong.arguments}`, MAX_ARGUMENTS_CHARACTERS)),
    };
  if (cities.some((city) => !asked.includes(city))) return { outcome: 'limited', ...texts.oneCallAtATime };
  const second = await askForAnswer(context, {
    messages: [...messages, ...toResults(first)],
    tools,
    withoutCalls: true,
  });
  const isAnswered = cities.every((city) => second.text.includes(String(Math.abs(degreesOf[city] ?? 0))));
  if (!isAnswered) return { outcome: 'fails', ...texts.resultNotUsed(second.text) };
  return { outcome: 'works', detail: texts.called(first.calls.length) };
}

function toQuestion(cities: readonly string[]): string {
  const orders = cities.map((city) => `use the tool ${TOOL} with ${JSON.stringify({ city })}`);
  return cities.length === 1
    ? `Please ${orders[0]}, then tell me the temperature.`
    : `Please ${orders.join(' and ')}. Make both calls at once, then tell me both temperatures.`;
}

/** The city of a call; undefined if another function is called, or the city is not known. */
function readCity({ name, arguments: json }: ToolCall): string | undefined {
  if (name !== TOOL) return undefined;
  try {
    const { city } = JSON.parse(json) as { city?: unknown };
    return Object.keys(degreesOf).find((known) => String(city).startsWith(known));
  } catch {
    return undefined;
  }
}

function toMissingCall({ text }: CheckAnswer): Finding {
  return { outcome: 'fails', ...(CALL_AS_TEXT.test(text) ? texts.callAsText : texts.noCall(text)) };
}

/** The calls and their results, as an answer of AVA sends them. */
function toResults({ text, calls }: CheckAnswer): ModelMessage[] {
  const withIds = calls.map((call, index) => ({ ...call, id: call.id || `call_${index}` }));
  return [
    {
      role: 'assistant',
      content: text === '' ? null : text,
      tool_calls: withIds.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function',
        function: { name, arguments: args },
      })),
    },
    ...withIds.map((call): ModelMessage => {
      const city = readCity(call) ?? '';
      return { role: 'tool', tool_call_id: call.id, content: JSON.stringify({ city, degrees: degreesOf[city] }) };
    }),
  ];
}
