import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const options = { maxBuffer: 64 * 1024 * 1024, timeout: 300_000 };

/** The text that a program read, and its text with the option to keep columns; `null` if it has no such option. */
export interface PeerReading {
  text: string;
  rows: string | null;
}

/** Another reader of files. */
export interface Peer {
  name: string;
  /** A call that succeeds if the program is installed. */
  check: readonly [command: string, argument: string];
  formats: readonly string[];
  /** The texts of the files at these paths, in their order; '' for one that the program does not read. */
  read: (paths: readonly string[], folder: string) => Promise<PeerReading[]>;
}

const orNothing = async (command: string, args: readonly string[]): Promise<string> =>
  run(command, [...args], options).then(
    ({ stdout }) => stdout,
    () => '',
  );

const pdftotext: Peer = {
  name: 'pdftotext',
  check: ['pdftotext', '-v'],
  formats: ['pdf'],
  read: (paths) =>
    Promise.all(
      paths.map(async (path) => ({
        text: await orNothing('pdftotext', ['-q', path, '-']),
        rows: await orNothing('pdftotext', ['-q', '-layout', path, '-']),
      })),
    ),
};

const pandoc: Peer = {
  name: 'pandoc',
  check: ['pandoc', '--version'],
  formats: ['docx', 'odt', 'rtf', 'html', 'md'],
  async read(paths) {
    const texts: PeerReading[] = [];
    for (const path of paths) {
      const text = await orNothing('pandoc', ['--to', 'plain', '--wrap', 'none', '--columns', '400', path]);
      texts.push({ text, rows: text });
    }
    return texts;
  },
};

/** Sheets as values with tabs, in UTF-8, each in a file of its own; other documents as text. */
const SHEETS = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1';
const TEXT = 'txt:Text (encoded):UTF8';

const libreOffice: Peer = {
  name: 'LibreOffice',
  check: ['soffice', '--version'],
  formats: ['docx', 'odt', 'rtf', 'xlsx', 'xls', 'ods'],
  async read(paths, folder) {
    const isSheet = /^\.(?:xlsx|xls|ods)$/.test(extname(paths[0] ?? ''));
    const output = join(folder, 'libreoffice');
    await mkdir(output, { recursive: true });
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const target = ['--convert-to', isSheet ? SHEETS : TEXT, '--outdir', output];
    await orNothing('soffice', [profile, '--headless', ...target, ...paths]);
    const written = await readdir(output);
    return Promise.all(
      paths.map(async (path) => {
        const start = basename(path, extname(path));
        const names = written.filter((name) => (isSheet ? name.startsWith(`${start}-`) : name === `${start}.txt`));
        const text = (await Promise.all(names.map((name) => readFile(join(output, name), 'utf8')))).join('\n');
        return { text, rows: isSheet ? text : null };
      }),
    );
  },
};

export const peers: readonly Peer[] = [pdftotext, pandoc, libreOffice];

export const isInstalled = ({ check: [command, argument] }: Peer): Promise<boolean> =>
  run(command, [argument], options).then(
    () => true,
    () => false,
  );
