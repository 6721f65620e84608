import { badRequest } from './openai/apiError.ts';
import { isObject } from './openai/validation.ts';
import type { JsonObject } from './openai/validation.ts';

/** The reply of a provider to a request that it does not accept, copied from the real service. */
export type Refusal = { status: number; body: JsonObject };

type Rule = (body: JsonObject) => Refusal | null;

const listMessages = ({ messages }: JsonObject): JsonObject[] =>
  Array.isArray(messages) ? messages.filter(isObject) : [];

const openAiError = (message: string, param: string | null, code: string | null): Refusal => ({
  status: 400,
  body: { error: { message, type: 'invalid_request_error', param, code } },
});

/** Reasoning models of OpenAI and Azure do not accept `max_tokens`: https://github.com/griptape-ai/ComfyUI-Griptape/issues/312 */
const refuseMaxTokens: Rule = (body) =>
  'max_tokens' in body
    ? openAiError(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'max_tokens',
        'unsupported_parameter',
      )
    : null;

/** Reasoning models accept the default temperature only: https://github.com/diffbot/code-gpt-docs/issues/445 */
const refuseTemperature: Rule = ({ temperature }) =>
  temperature === undefined || temperature === 1
    ? null
    : openAiError(
        `Unsupported value: 'temperature' does not support ${String(temperature)} with this model. Only the default (1) value is supported.`,
        'temperature',
        'unsupported_value',
      );

/** Reasoning models do not accept `top_p`: https://github.com/BerriAI/litellm/issues/8242 */
const refuseTopP: Rule = (body) =>
  'top_p' in body
    ? openAiError("Unsupported parameter: 'top_p' is not supported with this model.", 'top_p', 'unsupported_parameter')
    : null;

const anthropicError = (message: string): Refusal => ({
  status: 400,
  body: { type: 'error', error: { type: 'invalid_request_error', message } },
});

/** The model does not accept both parameters at once: https://github.com/router-for-me/CLIProxyAPI/issues/193 */
const refuseBoth: Rule = (body) =>
  'temperature' in body && 'top_p' in body
    ? anthropicError('`temperature` and `top_p` cannot both be specified for this model. Please use only one.')
    : null;

const refuseEmptyContent: Rule = (body) =>
  listMessages(body).some(({ content, tool_calls: calls }) => content === '' && calls === undefined)
    ? anthropicError('messages: text content blocks must be non-empty')
    : null;

/** The endpoint refuses parameters that it does not know: https://github.com/dnakov/anon-kode/issues/53 */
const refuseExtraInputs: Rule = (body) => {
  const extra = ['stream_options', 'max_completion_tokens'].filter((name) => name in body);
  if (extra.length === 0) return null;
  const detail = extra.map((name) => ({
    type: 'extra_forbidden',
    loc: name === 'stream_options' ? ['body', name, 'include_usage'] : ['body', name],
    msg: 'Extra inputs are not permitted',
  }));
  return {
    status: 422,
    body: { object: 'error', message: { detail }, type: 'invalid_request_error', param: null, code: null },
  };
};

/** A person's message cannot directly follow the result of a function: https://github.com/charmbracelet/crush/issues/279 */
const refuseUserAfterTool: Rule = (body) =>
  listMessages(body).some(({ role }, index, all) => role === 'user' && all[index - 1]?.['role'] === 'tool')
    ? {
        status: 400,
        body: {
          object: 'error',
          message: "Unexpected role 'user' after role 'tool'",
          type: 'invalid_request_message_order',
          param: null,
          code: '3230',
        },
      }
    : null;

/** The templates of Mistral, Gemma and Llama require that messages alternate: https://github.com/vllm-project/vllm/issues/6862 */
const refuseUnalternating: Rule = (body) => {
  const roles = listMessages(body)
    .map(({ role }) => role)
    .filter((role) => role !== 'tool');
  const turns = roles[0] === 'system' ? roles.slice(1) : roles;
  const alternates = turns.every((role, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
  if (alternates || turns.includes('tool')) return null;
  const message =
    'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...';
  return { status: 400, body: { object: 'error', message, type: 'BadRequestError', param: null, code: 400 } };
};

/** The template parses the arguments of earlier calls, so they must be JSON: https://github.com/vllm-project/vllm/issues/47761 */
const refuseBrokenArguments: Rule = (body) => {
  const calls = listMessages(body).flatMap(({ tool_calls: list }) => (Array.isArray(list) ? list : []) as JsonObject[]);
  const broken = calls.some(({ function: called }) => !isJsonObject(String((called as JsonObject)['arguments'])));
  const message = 'Expecting value: line 1 column 1 (char 0)';
  return broken ? { status: 400, body: { error: { message, type: 'BadRequestError', param: null, code: 400 } } } : null;
};

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** llama.cpp reports messages that do not alternate as a failure of the server. */
const failUnalternating: Rule = (body) => {
  const refusal = refuseUnalternating(body);
  const message = 'Conversation roles must alternate user/assistant/user/assistant/...';
  return refusal && { status: 500, body: { error: { code: 500, message, type: 'server_error' } } };
};

/** LiteLLM refuses parameters that the model does not support: https://github.com/BerriAI/litellm/pull/33738 */
const refuseSamplingAsLiteLlm: Rule = ({ temperature, top_p: topP, model }) => {
  const refused = [
    ...(temperature === undefined || temperature === 1 ? [] : [`temperature=${String(temperature)}`]),
    ...(topP === undefined ? [] : [`top_p=${String(topP)}`]),
  ];
  if (refused.length === 0) return null;
  const message = `litellm.UnsupportedParamsError: ${String(model)} doesn't support ${refused[0]}. To drop unsupported params set \`litellm.drop_params = True\`.`;
  return { status: 400, body: { error: { message, type: 'invalid_request_error', param: null, code: '400' } } };
};

/** The model does not support functions: https://github.com/FoundationAgents/OpenManus/issues/220 */
const refuseTools: Rule = ({ tools, model }) =>
  tools === undefined
    ? null
    : {
        status: 400,
        body: {
          error: {
            message: `registry.ollama.ai/library/${String(model)} does not support tools`,
            type: 'api_error',
            param: null,
            code: null,
          },
        },
      };

/** No endpoint of the model supports functions: https://github.com/lastmile-ai/mcp-agent/issues/237 */
const refuseToolUse: Rule = ({ tools }) =>
  tools === undefined
    ? null
    : {
        status: 404,
        body: { error: { message: 'No endpoints found that support tool use.', code: 404 } },
      };

/** Every refusal of this provider names `max_tokens`, even if another parameter is the reason. */
const refuseByWrongName: Rule = (body) =>
  'max_tokens' in body || (body['temperature'] !== undefined && body['temperature'] !== 1)
    ? openAiError('Use max_completion_tokens.', 'max_tokens', 'unsupported_parameter')
    : null;

/** What providers refuse, each in its own words. SANDBOX_MODELS_AS and `POST /_sandbox/strictness` choose one. */
const providers: Record<string, readonly Rule[]> = {
  'openai-reasoning': [refuseMaxTokens, refuseTemperature, refuseTopP],
  anthropic: [refuseBoth, refuseEmptyContent],
  mistral: [refuseExtraInputs, refuseUserAfterTool],
  vllm: [refuseUnalternating, refuseBrokenArguments],
  'llama.cpp': [failUnalternating],
  ollama: [refuseTools],
  openrouter: [refuseToolUse],
  litellm: [refuseSamplingAsLiteLlm],
  'wrong-name': [refuseByWrongName],
};

/** Throws ApiError for a name that is not the name of a provider. */
export function parseProvider(name: unknown): string {
  if (typeof name === 'string' && name in providers) return name;
  throw badRequest(`Unknown provider '${String(name)}'. Known: ${Object.keys(providers).join(', ')}.`, 'provider');
}

/** What the provider answers to a request that it refuses; null if it accepts it. */
export function findRefusal(provider: string | null, body: unknown): Refusal | null {
  if (provider === null || !isObject(body)) return null;
  for (const rule of providers[provider] ?? []) {
    const refusal = rule(body);
    if (refusal) return refusal;
  }
  return null;
}
