import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CannotStart } from '../cannotStart.ts';
import type { SandboxServer } from '../secureServer.ts';
import { playgroundConfiguration } from './configuration.ts';

const PACKAGE = '@microsoft/m365agentsplayground';
const preload = fileURLToPath(new URL('./loopbackOnly.cjs', import.meta.url));

export interface PlaygroundOptions {
  port: number;
  /** Its configuration and its log are kept here. */
  folder: string;
  botUrl: string;
}

/**
 * Starts Microsoft's own Agents Playground in front of the bot, as a process of its own, on loopback and without telemetry.
 * @throws CannotStart when its package is not installed, or when it ends before it listens.
 */
export async function startPlayground({ port, folder, botUrl }: PlaygroundOptions): Promise<SandboxServer> {
  await mkdir(folder, { recursive: true });
  const configuration = join(folder, 'playground.yml');
  await writeFile(configuration, playgroundConfiguration());
  const tool = ['--require', preload, join(packageFolder(), 'cli.js'), 'start'];
  const options = ['-e', `${botUrl}/api/messages`, '-c', 'msteams', '-p', String(port), '--disable-telemetry'];
  const child = spawn(process.execPath, [...tool, ...options], {
    cwd: folder,
    env: { ...process.env, M365_AGENTS_PLAYGROUND_CONFIG_PATH: configuration, TEAMSAPPTESTER_BROWSER: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((done) => void child.once('close', () => done()));
  const said: string[] = [];
  await new Promise<void>((listens, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        said.push(line);
        if (line.includes(`Listening on ${port}`)) listens();
      });
    }
    void ended.then(() => failed(new CannotStart(`The Agents Playground ended:\n${said.join('\n')}`)));
  });
  async function close(): Promise<void> {
    child.kill('SIGTERM');
    await ended;
  }
  return { url: `http://localhost:${port}`, port, close };
}

function packageFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  } catch (cause) {
    throw new CannotStart(`The Agents Playground is not installed: npm install --no-save ${PACKAGE}`, { cause });
  }
}
