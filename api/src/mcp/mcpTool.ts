import { createHash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { truncate } from '#contract/text/text.ts';
import { toFunctionName, type McpServerOptions } from './mcpFile.ts';
import { readToolSchema, type ToolSchema } from './toolSchema.ts';

/** A tool of a connected server that AVA can call, as it was defined when AVA first saw it. */
export interface McpTool {
  /** Name of the server in MCP_FILE. */
  server: string;
  /** What MCP_FILE says about the server. */
  serverDescription: string | undefined;
  /** Name of the tool on its server. */
  name: string;
  /** Name of the function for the model. */
  functionName: string;
  /** What the tool does, as its server describes it for the model. */
  description: string;
  parameters: ToolSchema;
  /** Checks the arguments of a call. */
  args: z.ZodType;
  timeoutMs: number;
}

/** Maximum length of the description of a tool; a longer one is cut. */
const MAX_DESCRIPTION_CHARACTERS = 1_000;

/**
 * Converts a tool of a server for AVA's use; only tools that declare that they only read are accepted. Throws an error
 * with the reason why a tool can't be used.
 */
export function readTool(
  server: McpServerOptions,
  { name, description = '', inputSchema, annotations }: Tool,
): McpTool {
  if (annotations?.readOnlyHint !== true) throw new Error('it does not declare that it only reads');
  const parameters = readToolSchema(inputSchema);
  return {
    server: server.name,
    serverDescription: server.description,
    name,
    functionName: toFunctionName(server.name, name),
    description: truncate(description, MAX_DESCRIPTION_CHARACTERS),
    parameters,
    args: z.fromJSONSchema(parameters),
    timeoutMs: server.timeoutMs,
  };
}

/** Changes when anything changes that the model or the person reads about a tool. The order of fields does not matter. */
export function getFingerprint({ name, description, inputSchema, annotations }: Tool): string {
  const definition = { name, description, inputSchema, reads: annotations?.readOnlyHint };
  return createHash('sha256').update(JSON.stringify(definition, sortKeys)).digest('hex');
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
