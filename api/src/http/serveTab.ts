import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Next } from 'restify';
import { HOST_PAGES } from '#contract/microsoft365.ts';
import type { Request, Response, Server } from './server.ts';

/** Configuration that the tab needs before sign-in; written into its page. */
export interface TabEnvironment {
  hostOrigins: readonly string[];
  clientId: string;
  authority: string;
  scope: string;
  tenantId: string;
  botId: string;
  version: string;
}

interface Asset {
  type: string;
  etag: string;
  plain: Buffer;
  gzip: Buffer | null;
  brotli: Buffer | null;
  /** True for files whose name contains a hash of their content, written by Vite: they never change. */
  immutable: boolean;
}

const ENVIRONMENT_MARKER = '<!--ava-environment-->';
const DIAGRAM_PAGE = '/diagram.html';
const pages = ['/', '/chat', '/tasks', '/knowledgeSearch'];

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Immutable files by path. All servers of this process share them. */
const immutableAssets = new Map<string, Asset>();

/** Loads a file of the build with its compressed copies. */
async function load(folder: string, name: string): Promise<Asset> {
  const path = join(folder, name);
  const known = immutableAssets.get(path);
  if (known) return known;
  const readCompressed = (ending: string) => readFile(path + ending).catch(() => null);
  const [plain, gzipped, brotli] = await Promise.all([readFile(path), readCompressed('.gz'), readCompressed('.br')]);
  const immutable = name.startsWith(`assets${sep}`);
  const asset = { type: contentType(name), etag: createEtag(plain), plain, gzip: gzipped, brotli, immutable };
  if (immutable) immutableAssets.set(path, asset);
  return asset;
}

/** Loads a page, inserts the environment and compresses the result; the build's compressed copies lack it. */
async function loadPage(folder: string, name: string, environment: TabEnvironment): Promise<Asset> {
  const plain = Buffer.from(insertEnvironment(await readFile(join(folder, name), 'utf8'), environment));
  const [gzipped, brotli] = await Promise.all([compressGzip(plain), compressBrotli(plain)]);
  return { type: contentType(name), etag: createEtag(plain), plain, gzip: gzipped, brotli, immutable: false };
}

const contentType = (name: string) => types[extname(name)] ?? 'application/octet-stream';
const createEtag = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

function insertEnvironment(html: string, environment: TabEnvironment): string {
  const json = JSON.stringify(environment).replaceAll('<', '\\u003c');
  return html.replace(ENVIRONMENT_MARKER, `<script type="application/json" id="ava-environment">${json}</script>`);
}

function contentSecurityPolicy({ hostOrigins, authority }: TabEnvironment): string {
  const identity = authority ? new URL(authority).origin : '';
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data: https://res.cdn.office.net",
    // teams-js loads its list of valid hosts from here.
    `connect-src 'self' https://res.cdn.office.net ${identity}`.trim(),
    `frame-src 'self' ${identity}`.trim(),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    getFrameAncestors(hostOrigins),
  ].join('; ');
}

/**
 * The page that draws diagrams for the tab runs Mermaid on untrusted text. It is sandboxed even if it is opened
 * directly, and it loads nothing but its own scripts.
 */
function diagramSecurityPolicy({ hostOrigins }: TabEnvironment): string {
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    // Teams frames the tab, and the tab frames this page.
    getFrameAncestors(hostOrigins),
  ].join('; ');
}

function getFrameAncestors(hostOrigins: readonly string[]): string {
  return `frame-ancestors 'self' ${[...HOST_PAGES, ...hostOrigins].join(' ')}`;
}

/**
 * Serves the built tab from the API's origin. `/chat` is a page for a browser, which accepts HTML, and a call of the
 * API for other clients. The library sirv can neither tell the two apart nor insert the environment.
 */
export async function serveTab(server: Server, folder: string, environment: TabEnvironment): Promise<void> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const loaded = files.map(async (name): Promise<[string, Asset]> => {
    const asset = await (name.endsWith('.html') ? loadPage(folder, name, environment) : load(folder, name));
    return [`/${name.split(sep).join('/')}`, asset];
  });
  const assets = new Map(await Promise.all(loaded));
  const policy = contentSecurityPolicy(environment);
  const diagramPolicy = diagramSecurityPolicy(environment);

  server.pre((request: Request, response: Response, next: Next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const wantsPage =
      pages.includes(path) && (path !== '/chat' || (request.headers.accept ?? '').includes('text/html'));
    const asset = assets.get(wantsPage ? '/index.html' : path);
    if (!asset) return next();
    send(request, response, asset, path === DIAGRAM_PAGE ? diagramPolicy : policy);
    return next(false);
  });
}

function send(request: Request, response: Response, asset: Asset, policy: string): void {
  const accepts = String(request.headers['accept-encoding'] ?? '');
  const encoding =
    asset.brotli && accepts.includes('br') ? 'br' : asset.gzip && accepts.includes('gzip') ? 'gzip' : null;
  const body = encoding === 'br' ? asset.brotli : encoding === 'gzip' ? asset.gzip : asset.plain;
  const headers: Record<string, string> = {
    'Content-Type': asset.type,
    'Cache-Control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: asset.etag,
    Vary: 'Accept, Accept-Encoding',
    'Content-Security-Policy': policy,
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  };
  if (request.headers['if-none-match'] === asset.etag) {
    response.writeHead(304, headers);
    return void response.end();
  }
  response.writeHead(200, { ...headers, 'Content-Length': String(body?.length ?? 0) });
  response.end(request.method === 'HEAD' ? undefined : body);
}
