import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNeededStandIns, startStandIns } from './standIns.ts';

const anyPorts = { teams: 0, identity: 0, graph: 0, models: 0, channel: 0, mcp: 0 };
const apiUrl = 'http://localhost:3980';
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ava-stand-ins-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function isReachable(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

describe('the needed stand-ins', () => {
  it('are all of them in an empty environment', () => {
    expect(findNeededStandIns({})).toEqual({ identity: true, models: true, mcp: true });
  });

  it('exclude identity if a tenant is configured, and models if a model server is configured', () => {
    expect(findNeededStandIns({ ENTRA_TENANT_ID: 'a-tenant' })).toEqual({ identity: false, models: true, mcp: true });
    expect(findNeededStandIns({ OPENAI_API_KEY: 'a-key' })).toEqual({ identity: true, models: false, mcp: true });
    expect(findNeededStandIns({ AZURE_OPENAI_ENDPOINT: 'https://a.example' })).toEqual({
      identity: true,
      models: false,
      mcp: true,
    });
    expect(findNeededStandIns({ MCP_FILE: 'mcp.json' })).toEqual({ identity: true, models: true, mcp: false });
  });
});

describe('the stand-ins', () => {
  it('refuse the name of a case that Graph does not have', async () => {
    const needed = { identity: true, models: false };
    const options = { needed, ports: anyPorts, dataDir, apiUrl, graphCases: ['no-such-case'] };
    await expect(startStandIns(options)).rejects.toThrow("Unknown case of Graph 'no-such-case'. Known: ");
  });

  it('give the API their addresses and their certificate', async () => {
    const standIns = await startStandIns({
      needed: { identity: true, models: true },
      ports: anyPorts,
      dataDir,
      apiUrl,
    });

    expect(standIns.env).toMatchObject({
      ENTRA_AUTHORITY_HOST: standIns.identity?.url,
      GRAPH_BASE_URL: standIns.graph?.url,
      OPENAI_BASE_URL: `${standIns.models?.url}/v1`,
      TAB_HOST_ORIGINS: standIns.teams?.url,
    });
    expect(await readFile(standIns.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8')).toContain('BEGIN CERTIFICATE');
    expect(await isReachable(standIns.teams?.url ?? '')).toBe(true);

    await standIns.close();
    expect(await isReachable(standIns.teams?.url ?? '')).toBe(false);
  });

  it('start only the models if the tenant is configured', async () => {
    const standIns = await startStandIns({
      needed: { identity: false, models: true },
      ports: anyPorts,
      dataDir,
      apiUrl,
    });

    expect(Object.keys(standIns.env).sort()).toEqual(['OPENAI_API_KEY', 'OPENAI_BASE_URL']);
    expect(standIns.teams).toBeUndefined();
    await standIns.close();
  });

  it('are closed again if a later one fails to start', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const usedPort = (other.address() as AddressInfo).port;
    const teams = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo;
        probe.close(() => resolve(port));
      });
    });

    const starting = startStandIns({
      needed: { identity: true, models: true },
      ports: { ...anyPorts, teams, models: usedPort },
      dataDir,
      apiUrl,
    });

    await expect(starting).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await isReachable(`http://127.0.0.1:${teams}`)).toBe(false);
    await new Promise((resolve) => other.close(resolve));
  });
});
