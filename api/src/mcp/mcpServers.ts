import { AvaError } from '#contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { connect, type CallerIdentity } from './mcpConnection.ts';
import { TooLargeError } from './mcpFetch.ts';
import type { McpServerOptions } from './mcpFile.ts';
import { getFingerprint, readTool, type McpTool } from './mcpTool.ts';
import { readResult, type McpResult } from './toolResult.ts';

/** Sentences about a system that an organization has connected, for the row of a call. `name` is from MCP_FILE. */
const mcpTexts = {
  noReply: (name: string) => `${name} didn't respond. Please try again in a few minutes.`,
  tooSlow: (name: string) => `${name} took too long to answer.`,
  failed: (name: string) => `${name} couldn't answer this.`,
  tooLarge: (name: string) => `${name} sent more than AVA reads.`,
  noText: (name: string, omitted: string) => `${name} sent no text${omitted && `, only ${omitted}`}.`,
  changed: (name: string) =>
    `${name} has changed this tool, so AVA no longer uses it. An administrator can check it and restart AVA.`,
} as const;

/** The servers of the Model Context Protocol that the organization has connected. */
export interface McpServers {
  /** The tools that can be called now. Never throws: a server that does not answer keeps the tools that it had. */
  listTools(): Promise<McpTool[]>;
  /** Calls a tool. Throws `AvaError` with a sentence for the person, and the signal's reason if it is aborted. */
  call(
    tool: McpTool,
    args: Record<string, unknown>,
    options: { caller: CallerIdentity; signal: AbortSignal },
  ): Promise<McpResult>;
}

/** How long a server's list of tools is used before it is requested again. */
export const TOOLS_CACHED_MS = 60_000;
/** Maximum size of all definitions of tools together: about 6,000 tokens in every prompt. */
const MAX_DEFINITION_BYTES = 24_576;
/** Pause before a server is asked again after it failed to list its tools. */
const RETRY_MS = 15_000;
/** Maximum time that a question waits for the tools of a server. */
const LIST_TIMEOUT_MS = 5_000;

/** A tool as it was first seen; null if AVA does not use it. */
interface SeenTool {
  fingerprint: string;
  tool: McpTool | null;
}

export function createMcpServers(
  servers: readonly McpServerOptions[],
  { clock, log }: { clock: Clock; log: Log },
): McpServers {
  const connected = servers.map((server) => createMcpServer(server, clock, log));
  let leftOut = '';
  return {
    async listTools() {
      const tools = (await Promise.all(connected.map(({ listTools }) => listTools()))).flat();
      const fitting = limitTools(tools);
      const names = tools.slice(fitting.length).map(({ functionName }) => functionName);
      if (names.join() !== leftOut) log.warn({ tools: names }, 'mcp tools left out; their definitions are too long');
      leftOut = names.join();
      return fitting;
    },
    async call(tool, args, options) {
      const server = connected.find(({ name }) => name === tool.server);
      if (!server) throw new AvaError('not_found');
      return server.call(tool, args, options);
    },
  };
}

/** The first tools whose definitions are short enough for a prompt. */
export function limitTools(tools: readonly McpTool[]): McpTool[] {
  let bytes = 0;
  const end = tools.findIndex(
    ({ description, parameters }) =>
      (bytes += Buffer.byteLength(description + JSON.stringify(parameters))) > MAX_DEFINITION_BYTES,
  );
  return tools.slice(0, end === -1 ? undefined : end);
}

function createMcpServer(server: McpServerOptions, clock: Clock, log: Log) {
  const { name } = server;
  const seen = new Map<string, SeenTool>();
  /** Names of the tools of the latest list. */
  let listed = new Set<string>();
  /** Names of the tools that the log has already reported as missing. */
  let missing = '';
  let staleAt = 0;
  let refreshing: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
    try {
      const { tools } = await connect(server, { signal }, (client, options) => client.listTools(undefined, options));
      const allowed = tools.filter((tool) => server.tools.includes(tool.name));
      for (const tool of allowed) see(tool.name, getFingerprint(tool), () => readTool(server, tool));
      listed = new Set(allowed.map((tool) => tool.name));
      const absent = server.tools.filter((tool) => !listed.has(tool));
      if (absent.length > 0 && absent.join() !== missing)
        log.info({ server: name, tools: absent }, 'mcp tools missing');
      missing = absent.join();
      staleAt = clock.monotonic() + TOOLS_CACHED_MS;
    } catch (error) {
      log.warn({ server: name, error }, 'failed to list mcp tools');
      staleAt = clock.monotonic() + RETRY_MS;
    }
  }

  /** A tool that has changed since it was first seen is not used again before a restart. */
  function see(tool: string, fingerprint: string, read: () => McpTool): void {
    const known = seen.get(tool);
    if (known?.fingerprint === fingerprint) return;
    if (known) {
      if (known.tool) log.warn({ server: name, tool }, 'mcp tool changed; it is off until a restart');
      known.tool = null;
      return;
    }
    try {
      seen.set(tool, { fingerprint, tool: read() });
    } catch (error) {
      seen.set(tool, { fingerprint, tool: null });
      log.warn({ server: name, tool, reason: (error as Error).message }, 'mcp tool refused');
    }
  }

  async function listTools(): Promise<McpTool[]> {
    if (clock.monotonic() >= staleAt) {
      refreshing ??= refresh().finally(() => (refreshing = undefined));
      await refreshing;
    }
    return [...seen.values()].flatMap(({ tool }) => (tool && listed.has(tool.name) ? [tool] : []));
  }

  return {
    name,
    listTools,
    async call(tool: McpTool, args: Record<string, unknown>, options: { caller: CallerIdentity; signal: AbortSignal }) {
      if (!(await listTools()).includes(tool)) throw new AvaError('not_found', { detail: mcpTexts.changed(name) });
      try {
        const result = await connect(server, options, (client, limits) =>
          client.callTool({ name: tool.name, arguments: args }, limits),
        );
        if (result.isError) throw new AvaError('unexpected', { detail: mcpTexts.failed(name) });
        const read = readResult(result);
        if (read.texts.length === 0) throw new AvaError('not_found', { detail: mcpTexts.noText(name, read.omitted) });
        return read;
      } catch (cause) {
        options.signal.throwIfAborted();
        if (cause instanceof AvaError) throw cause;
        throw new AvaError('unexpected', { cause, detail: describeFailure(cause)(name) });
      }
    },
  };
}

function describeFailure(cause: unknown): (name: string) => string {
  if (cause instanceof TooLargeError) return mcpTexts.tooLarge;
  if (!(cause instanceof Error)) return mcpTexts.failed;
  if (cause.name === 'TimeoutError') return mcpTexts.tooSlow;
  const { code, status } = cause as { code?: unknown; status?: unknown };
  const isUnreachable = typeof code === 'string' && /^E[A-Z]/.test(code);
  const isOutOfOrder = typeof status === 'number' && status >= 500;
  return isUnreachable || isOutOfOrder ? mcpTexts.noReply : mcpTexts.failed;
}
