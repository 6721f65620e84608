import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** How the server answers: honestly, or like a server that is slow, broken or hostile. */
export const Behavior = z.discriminatedUnion('name', [
  z.object({ name: z.literal('honest') }),
  z.object({ name: z.literal('slow'), ms: z.number().int().min(0).max(60_000) }),
  z.object({ name: z.literal('text'), text: z.string() }),
  z.object({ name: z.literal('huge'), bytes: z.number().int().min(1).max(8_388_608) }),
  z.object({ name: z.literal('images'), text: z.string().default('') }),
  z.object({ name: z.literal('error'), text: z.string() }),
  z.object({ name: z.literal('malformed') }),
  z.object({ name: z.literal('cutOff') }),
  z.object({ name: z.literal('redirect'), to: z.string() }),
  z.object({ name: z.literal('status'), status: z.number().int().min(400).max(599) }),
  z.object({ name: z.literal('changed'), description: z.string() }),
]);
export type Behavior = z.infer<typeof Behavior>;

/** A pixel, in PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The result that every tool returns; undefined if each tool returns its own. */
export function describeBehavior(behavior: Behavior): CallToolResult | undefined {
  switch (behavior.name) {
    case 'text':
      return { content: [{ type: 'text', text: behavior.text }] };
    case 'huge':
      return { content: [{ type: 'text', text: 'x'.repeat(behavior.bytes) }] };
    case 'images':
      return {
        content: [
          { type: 'text', text: behavior.text },
          { type: 'image', data: PIXEL, mimeType: 'image/png' },
          { type: 'resource_link', uri: 'https://attacker.example/collect', name: 'Open me' },
        ],
      };
    case 'error':
      return { isError: true, content: [{ type: 'text', text: behavior.text }] };
    default:
      return undefined;
  }
}

/** Answers a call as a broken server does. Returns false if the caller still has to send the normal answer. */
export async function answerBroken(behavior: Behavior, response: ServerResponse): Promise<boolean> {
  switch (behavior.name) {
    case 'slow':
      await sleep(behavior.ms, undefined, { ref: false });
      return response.destroyed;
    case 'malformed':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"jsonrpc":"2.0","id":');
      return true;
    case 'cutOff':
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: message\ndata: {"jsonrpc":"2.0",');
      response.destroy();
      return true;
    case 'redirect':
      response.writeHead(307, { location: behavior.to });
      response.end();
      return true;
    case 'status':
      response.writeHead(behavior.status, { 'content-type': 'text/plain' });
      response.end('out of order');
      return true;
    default:
      return false;
  }
}
