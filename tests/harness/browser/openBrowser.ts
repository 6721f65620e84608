import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { extract } from 'tar-fs';

/** Usual installation paths of Chrome, Edge and Chromium. */
const INSTALLATION_PATHS = [
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

interface BrowserLocation {
  executablePath: string;
  env?: Record<string, string>;
}

/**
 * Opens a headless browser: that of `CHROME_PATH`, an installed one, or the Chromium from npm, which exists only for
 * Linux on x64. Throws if there is none.
 */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ headless: true, args: ARGUMENTS, ...(await findBrowser()) });
}

/** Finds an installed browser or unpacks the bundled one. */
export async function findBrowser(): Promise<BrowserLocation> {
  const configured = process.env['CHROME_PATH'];
  if (configured) return { executablePath: configured };
  const installed = INSTALLATION_PATHS.find((path) => existsSync(path));
  if (installed) return { executablePath: installed };
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBundled();
  throw new Error('No Chrome, Edge or Chromium was found. Install one or set CHROME_PATH.');
}

/**
 * Unpacks the browser, its fonts and the system libraries that a minimal machine lacks. The package's own function omits
 * the libraries outside AWS Lambda and can give a second process a partly written browser.
 */
async function unpackBundled(): Promise<BrowserLocation> {
  const folder = await unpackOnce();
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...getDefinedEnv(), LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'ava-fonts.conf') },
  };
}

/** Replaces Teams' font, Segoe UI, which a minimal machine lacks, with Open Sans, which is nearly as wide. */
const toFontConfig = (folder: string) => `<?xml version="1.0"?>
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
  const source = getPackageFolder();
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `ava-chromium-${version}`);
  if (existsSync(folder)) return folder;
  const draft = await mkdtemp(`${folder}-`);
  const archives = ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'];
  await Promise.all([
    writeBrowser(join(source, 'bin', 'chromium.br'), join(draft, 'chromium')),
    ...archives.map((name) =>
      pipeline(createReadStream(join(source, 'bin', name)), createBrotliDecompress(), extract(draft)),
    ),
  ]);
  await writeFile(join(draft, 'ava-fonts.conf'), toFontConfig(folder));
  // The folder is renamed last, so that other processes never see a partial folder. If another process was faster, the
  // rename fails, and this draft is removed.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return folder;
}

async function writeBrowser(archive: string, path: string): Promise<void> {
  await pipeline(createReadStream(archive), createBrotliDecompress(), createWriteStream(path, { mode: 0o755 }));
}

function getPackageFolder(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
}

function getDefinedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
