import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { personNamed } from '../people.ts';
import { startStandIns, type StandIns } from '../standIns.ts';
import { startTeams } from './index.ts';

let folder: string;
let standIns: StandIns;
let host: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ava-teams-'));
  standIns = await startStandIns({
    needed: { identity: true, models: false },
    ports: { teams: 0, identity: 0, graph: 0, models: 0, channel: 0 },
    dataDir: folder,
    apiUrl: 'http://localhost:3980',
  });
  host = standIns.teams?.url ?? '';
});
afterAll(async () => {
  await standIns.close();
  await rm(folder, { recursive: true, force: true });
});

function askForToken(body: unknown, type = 'application/json'): Promise<Response> {
  return fetch(`${host}/_sandbox/token`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  });
}

/** A request under another host's name, which `fetch` does not let one write. */
function statusUnder(name: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    request(host, { headers: { host: name } }, (response) => done(response.resume().statusCode))
      .on('error', failed)
      .end();
  });
}

describe('the host page', () => {
  it('frames the tab and nothing else, and may itself be framed by nobody', async () => {
    const page = await fetch(host);

    expect(page.headers.get('content-security-policy')).toContain('frame-src http://localhost:3980;');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await page.text()).toContain('Ada Moreau');
  });

  it('serves its parts, the portraits of people, and no other file', async () => {
    const statuses = async (paths: string[]) =>
      Promise.all(paths.map(async (path) => (await fetch(host + path)).status));

    expect(await statuses(['/page.js', '/frame.css', '/icons.svg', '/people/ada.png'])).toEqual([200, 200, 200, 200]);
    expect(await statuses(['/tsconfig.json', '/../index.ts', '/people/nobody.png', '/people/jonas.png'])).toEqual([
      404, 404, 404, 404,
    ]);
  });

  it('hands out the token of the person it is asked for', async () => {
    const reply = (await (await askForToken({ person: 'ben' })).json()) as { token: string };
    const claims = decodeJwt(reply.token);

    expect(claims['oid']).toBe(personNamed('ben').oid);
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3_600);
  });

  it('hands out a token that is over when the session is to be expired', async () => {
    const reply = (await (await askForToken({ person: 'ben', expiresIn: -60 })).json()) as { token: string };

    expect(decodeJwt(reply.token).exp).toBeLessThan(Date.now() / 1_000);
  });

  it('says in words when identity has no such person', async () => {
    const reply = await askForToken({ person: 'nobody' });

    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('Nobody in the sandbox is called');
  });

  it('gives nothing to a form of another page, nor under another name', async () => {
    expect((await askForToken({ person: 'ben' }, 'text/plain')).status).toBe(400);
    expect(await statusUnder('rebound.example')).toBe(421);
    expect(await statusUnder('localhost')).toBe(200);
  });

  it('does not start in production', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      const starting = startTeams({ port: 0, tabUrl: 'http://localhost:1', identityUrl: 'https://localhost:2' });
      await expect(starting).rejects.toThrow('does not start in production');
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });
});
