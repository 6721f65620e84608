import { AvaError } from '#contract/errors.ts';
import type { Extraction } from '#contract/files/locations.ts';
import { toPassages } from '#api/answers/prompt/passages.ts';
import type { McpTool } from '#api/mcp/mcpTool.ts';
import { ArgumentError } from '#api/functions/arguments/argumentError.ts';
import { readArguments } from '#api/functions/arguments/readArguments.ts';
import type { AvaFunction } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';

/** Length of the arguments of one call. */
const MAX_ARGUMENT_CHARACTERS = 2_048;
/** AVA stops waiting a moment after the request itself times out, because the error of the request says more. */
const MARGIN_MS = 1_000;

/** A tool of a connected system as a function. What it returns is data, like the text of a file. */
export function createConnectedFunction(tool: McpTool): AvaFunction {
  const title = `${tool.server}: ${tool.name.replace(/[_-]+/g, ' ')}`;
  return {
    group: tool.server,
    title,
    timeoutMs: tool.timeoutMs + MARGIN_MS,
    tool: {
      type: 'function',
      function: { name: tool.functionName, description: tool.description, parameters: tool.parameters },
    },
    prepare(text) {
      if (text.length > MAX_ARGUMENT_CHARACTERS)
        throw new ArgumentError(functionTexts.argumentsTooLong(MAX_ARGUMENT_CHARACTERS));
      const args = readArguments(text, tool.parameters, tool.args) as Record<string, unknown>;
      return {
        args,
        asked: Object.entries(args)
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join(', '),
        async run({ ctx, person, signal, outgoing }) {
          if (!outgoing.take(tool.parameters, args))
            throw new AvaError('not_allowed', { detail: functionTexts.notYourWords(tool.server) });
          const { texts, omitted } = await ctx.mcp.call(tool, args, { caller: person, signal });
          const leftOut = omitted && `without ${omitted}`;
          return {
            summary: [`${tool.server} answered.`, leftOut && `AVA left out ${omitted}.`].filter(Boolean).join(' '),
            origins: [{ personId: person.id }],
            passages: toPassages([{ fileId: tool.functionName, fileName: title, ...toFile(texts) }]).map((passage) => ({
              ...passage,
              place: leftOut,
              opens: 'nothing' as const,
            })),
          };
        },
      };
    },
  };
}

function toFile(texts: readonly string[]): { fileType: string; extraction: Extraction } {
  const parts = texts.map((text) => ({ location: { kind: 'whole' as const }, text }));
  return { fileType: 'TOOL', extraction: { type: 'Unknown', parts, pages: null, usedOcr: false } };
}
