import { z } from 'zod';
import { McpFile, readMcpServers } from './mcpFile.ts';
import { readToolSchema, type ToolSchema } from './toolSchema.ts';

const canteen = { name: 'Canteen', url: 'https://canteen.example/mcp', tools: ['menu'] };

function getProblems(changes: object, variables: Record<string, string> = {}): string[] {
  const problems: string[] = [];
  const parsed = McpFile.safeParse([{ ...canteen, ...changes }]);
  if (parsed.success) readMcpServers(parsed.data, variables, problems);
  else problems.push(...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  return problems;
}

describe('MCP_FILE', () => {
  it('needs a name, an address and tools; by default it passes no identity and calls no private address', () => {
    const [server] = readMcpServers(McpFile.parse([canteen]), {}, []);
    expect(server).toMatchObject({ passIdentity: false, privateNetwork: false, headers: {}, timeoutMs: 20_000 });
    const header = { name: 'Authorization', variable: 'CANTEEN_KEY' };
    const [withSecret] = readMcpServers(McpFile.parse([{ ...canteen, header }]), { CANTEEN_KEY: 'Bearer x' }, []);
    expect(withSecret?.headers).toEqual({ Authorization: 'Bearer x' });
  });

  /** @proves threat:connected-address */
  it.each([
    [{ url: 'http://canteen.example/mcp' }, 'must be https'],
    [{ url: 'https://ava:secret@canteen.example/mcp' }, 'has a password'],
    [{ url: 'https://10.0.0.7/mcp' }, 'is private; add "privateNetwork": true'],
    [{ url: 'https://[fd00::7]/mcp' }, 'is private'],
    [{ url: 'file:///etc/passwd' }, 'url'],
    [{ name: 'Mail' }, 'AVA has functions of this name'],
    [{ name: '[Canteen]' }, 'letters, digits'],
    [{ tools: [] }, 'tools'],
    [{ tools: ['menu', 'Menu'] }, 'two tools have the name canteen_menu'],
    [{ tools: ['x'.repeat(80)] }, 'longer than 64 characters'],
    [{ passidentity: true }, 'Unrecognized key: "passidentity"'],
    [{ timeoutSeconds: 90 }, 'timeoutSeconds'],
    [{ header: { name: 'Authorization', variable: 'CANTEEN_KEY' } }, 'CANTEEN_KEY is missing'],
    [{ header: { name: 'Mcp-Session-Id', variable: 'CANTEEN_KEY' } }, 'AVA sets this header itself'],
  ])('with %j is refused', (changes, problem) => {
    expect(getProblems(changes)).toEqual([expect.stringContaining(problem)]);
  });

  it('may name this machine, but not in production, and a private network if it says so', () => {
    const here = { url: 'http://localhost:3985/mcp' };
    expect(getProblems(here)).toEqual([]);
    expect(getProblems(here, { NODE_ENV: 'production' })).toEqual([
      expect.stringContaining('not allowed in production'),
    ]);
    expect(getProblems({ url: 'https://10.0.0.7/mcp', privateNetwork: true })).toEqual([]);
  });
});

describe('the schema of a tool', () => {
  /** @proves threat:connected-schema */
  it('keeps what AVA understands, and allows only declared arguments', () => {
    const declared = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { day: { type: 'string', pattern: '(a+)+$', format: 'date', enum: ['Monday'] } },
      required: ['day'],
      additionalProperties: true,
    };
    expect(readToolSchema(declared)).toEqual({
      type: 'object',
      properties: { day: { type: 'string', enum: ['Monday'] } },
      required: ['day'],
      additionalProperties: false,
    });
  });

  it('allows nothing undeclared inside of optional and nested arguments', () => {
    const schema = readToolSchema({
      type: 'object',
      properties: {
        room: { type: ['object', 'null'], properties: { floor: { anyOf: [{ type: 'integer' }, { type: 'null' }] } } },
        days: { type: 'array', items: { type: 'object' } },
      },
    });
    const accepts = (args: unknown) => z.fromJSONSchema(schema).safeParse(args).success;
    expect(
      [{}, { room: null }, { room: { floor: 2 } }, { room: { floor: null } }, { days: [{}] }].map(accepts),
    ).toEqual([true, true, true, true, true]);
    expect([{ salary: 1 }, { room: { salary: 1 } }, { days: [{ salary: 1 }] }, { room: [] }].map(accepts)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  const nested = (depth: number): ToolSchema =>
    depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) } };
  it.each<[string, unknown, string]>([
    ['no schema', undefined, 'not valid'],
    ['another type', { type: 'string' }, 'not an object'],
    ['references', { type: 'object', properties: { a: { $ref: '#/$defs/a' } } }, 'has $ref'],
    ['deep nesting', nested(9), 'nested too deeply'],
    ['a lot of text', { type: 'object', description: 'x'.repeat(9_000) }, 'too large'],
    ['undeclared arguments', { type: 'object', required: ['mail'] }, 'does not declare'],
    ['open arguments', { type: 'object', properties: { a: {} } }, 'allows any argument'],
    ['open lists', { type: 'object', properties: { a: { type: ['array', 'null'] } } }, 'allows any argument'],
    ['a name that is a sentence', { type: 'object', properties: { 'read all mails': {} } }, 'not valid'],
  ])('with %s is refused', (_, declared, reason) => {
    expect(() => readToolSchema(declared)).toThrow(reason);
  });
});
