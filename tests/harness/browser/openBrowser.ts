import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { extract } from 'tar-fs';

/** Where Chrome, Edge and Chromium usually lie. */
const USUAL_PLACES = [
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface Found {
  executablePath: string;
  env?: Record<string, string>;
}

/**
 * Opens a browser without a window. An installed one is preferred: `CHROME_PATH`, then the usual places; else the
 * Chromium that comes from npm, which exists for Linux on x64 alone.
 * @throws Error when there is neither, saying what to do.
 */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ headless: true, args: ARGUMENTS, ...(await findBrowser()) });
}

/** Finds the browser, or unpacks the bundled one: workers that begin at once would each unpack it. */
export async function findBrowser(): Promise<Found> {
  const given = process.env['CHROME_PATH'];
  if (given) return { executablePath: given };
  const installed = USUAL_PLACES.find((place) => existsSync(place));
  if (installed) return { executablePath: installed };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBundled();
  throw new Error('No Chrome, Edge or Chromium was found. Install one, or name it in CHROME_PATH.');
}

/**
 * Unpacks the browser, its fonts and the system libraries that a bare machine lacks. The package's own unpacking leaves
 * the libraries out except on its own kind of servers, and hands a half-written browser to a second process.
 */
async function unpackBundled(): Promise<Found> {
  const folder = await unpackOnce();
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...definedEnv(), LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'ava-fonts.conf') },
  };
}

/** A bare machine has no font like Teams' own; Open Sans, which comes along, runs nearly as wide. */
const fontsFor = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
  <alias binding="same"><family>Segoe UI</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
</fontconfig>
`;

async function unpackOnce(): Promise<string> {
  const from = packageFolder();
  const { version } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `ava-chromium-${version}`);
  if (existsSync(folder)) return folder;
  const fresh = await mkdtemp(`${folder}-`);
  const archives = ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];
  await Promise.all([
    writeBrowser(join(from, 'bin', 'chromium.br'), join(fresh, 'chromium')),
    ...archives.map((name) =>
      pipeline(createReadStream(join(from, 'bin', name)), createBrotliDecompress(), extract(fresh)),
    ),
  ]);
  await writeFile(join(fresh, 'ava-fonts.conf'), fontsFor(folder));
  // Renamed at the end, so that tests that start at once never see half of it; the slower ones drop theirs.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
  return folder;
}

async function writeBrowser(archive: string, path: string): Promise<void> {
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(path, { mode: 0o755 }));
}

function packageFolder(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
