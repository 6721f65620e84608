import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neededStandIns, startStandIns } from './standIns.ts';

const anyPorts = { teams: 0, identity: 0, graph: 0, models: 0, channel: 0 };
const apiUrl = 'http://localhost:3980';
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ava-stand-ins-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

describe('what the sandbox stands in for', () => {
  it('is everything on a fresh machine', () => {
    expect(neededStandIns({})).toEqual({ identity: true, models: true });
  });

  it('is not the tenant once one is named, and not the models once a server is', () => {
    expect(neededStandIns({ ENTRA_TENANT_ID: 'a-tenant' })).toEqual({ identity: false, models: true });
    expect(neededStandIns({ OPENAI_API_KEY: 'a-key' })).toEqual({ identity: true, models: false });
    expect(neededStandIns({ AZURE_OPENAI_ENDPOINT: 'https://a.example' })).toEqual({ identity: true, models: false });
  });
});

describe('the stand-ins', () => {
  it('tell the API where they are and which certificate to trust', async () => {
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
    expect(await answers(standIns.teams?.url ?? '')).toBe(true);

    await standIns.close();
    expect(await answers(standIns.teams?.url ?? '')).toBe(false);
  });

  it('leave the tenant alone when only the models are needed', async () => {
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

  it('that were started are closed again when a later one cannot start', async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const taken = (other.address() as AddressInfo).port;
    const teams = await new Promise<number>((done) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as AddressInfo;
        probe.close(() => done(port));
      });
    });

    const starting = startStandIns({
      needed: { identity: true, models: true },
      ports: { ...anyPorts, teams, models: taken },
      dataDir,
      apiUrl,
    });

    await expect(starting).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await answers(`http://127.0.0.1:${teams}`)).toBe(false);
    await new Promise((done) => other.close(done));
  });
});
