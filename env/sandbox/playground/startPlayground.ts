import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { StartError } from '#sandbox/launcher/startError.ts';
import type { SandboxServer } from '#sandbox/server/httpsServer.ts';
import { createPlaygroundConfiguration } from './playgroundConfiguration.ts';

const PACKAGE = '@microsoft/m365agentsplayground';
const preload = fileURLToPath(new URL('./loopbackOnly.cjs', import.meta.url));

export interface PlaygroundOptions {
  port: number;
  /** Folder for the configuration and the log of the playground. */
  folder: string;
  botUrl: string;
}

/**
 * Starts Microsoft's Agents Playground for the bot in a separate process, on loopback and without telemetry.
 *
 * @throws StartError if its package is not installed, or if it ends before it listens.
 */
export async function startPlayground({ port, folder, botUrl }: PlaygroundOptions): Promise<SandboxServer> {
  await mkdir(folder, { recursive: true });
  const configuration = join(folder, 'playground.yml');
  await writeFile(configuration, createPlaygroundConfiguration());
  const tool = ['--require', preload, join(getPackageFolder(), 'cli.js'), 'start'];
  const options = ['-e', `${botUrl}/api/messages`, '-c', 'msteams', '-p', String(port), '--disable-telemetry'];
  const child = spawn(process.execPath, [...tool, ...options], {
    cwd: folder,
    env: { ...process.env, M365_AGENTS_PLAYGROUND_CONFIG_PATH: configuration, TEAMSAPPTESTER_BROWSER: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        output.push(line);
        if (line.includes(`Listening on ${port}`)) resolve();
      });
    }
    void ended.then(() => reject(new StartError(`The Agents Playground stopped:\n${output.join('\n')}`)));
  });
  async function close(): Promise<void> {
    child.kill('SIGTERM');
    await ended;
  }
  return { url: `http://localhost:${port}`, port, close };
}

function getPackageFolder(): string {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  } catch (cause) {
    throw new StartError(`The Agents Playground is not installed. Run: npm install --no-save ${PACKAGE}`, { cause });
  }
}
