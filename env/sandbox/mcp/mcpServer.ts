import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { serveHttp } from '#sandbox/server/httpServer.ts';
import { sendJson, type SandboxServer } from '#sandbox/server/httpsServer.ts';
import { readControlBody, readText } from '#sandbox/server/requestBody.ts';
import { answerBroken, Behavior } from './behavior.ts';
import { MCP_PATH } from './mcpFile.ts';
import { createWorkplace } from './workplace.ts';

/** A request that the server received. */
export interface McpRequest {
  http: string;
  headers: Record<string, unknown>;
  /** Method of the protocol, such as `tools/call`. */
  method: string;
  params: unknown;
  /** Whether the client closed the connection before the answer was complete. */
  aborted: boolean;
}

const MAX_REQUESTS = 1_000;

/** Starts a stand-in for a system of the organization that speaks the Model Context Protocol. */
export async function startMcp({ port }: { port: number }): Promise<SandboxServer> {
  let behavior: Behavior = { name: 'honest' };
  let requests: McpRequest[] = [];
  const handler = createMcpHandler(() => createWorkplace(behavior));
  const handle = toNodeHandler(handler);

  async function control(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (name === 'requests') return sendJson(response, 200, { requests });
    if (name === 'behavior') behavior = await readControlBody(request, Behavior);
    else if (name === 'reset') [behavior, requests] = [{ name: 'honest' }, []];
    else return sendJson(response, 404, { error: 'not_found' });
    sendJson(response, 200, { ok: true });
  }

  async function serveProtocol(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parse(await readText(request));
    const { method = '', params } = (body ?? {}) as { method?: string; params?: unknown };
    const entry = { http: request.method ?? '', headers: request.headers, method, params, aborted: false };
    requests = [...requests, entry].slice(-MAX_REQUESTS);
    response.once('close', () => (entry.aborted = !response.writableEnded));
    if (method === 'tools/call' && (await answerBroken(behavior, response))) return;
    await handle(Object.assign(request, { method: request.method ?? '', url: request.url ?? '' }), response, body);
  }

  const server = await serveHttp('connected system', port, () => async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === MCP_PATH) return serveProtocol(request, response);
    await control(pathname.replace('/_sandbox/', ''), request, response);
  });
  return { ...server, close: () => handler.close().then(server.close) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
