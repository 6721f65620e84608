import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createOpenApi } from './openApi.ts';
import type { Request, Response, Server } from './server.ts';

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>AVA API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>`;

const script = `window.SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', validatorUrl: null });`;

const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Serves the OpenAPI document at /openapi.json and a page to browse it at /docs. */
export function serveDocs(server: Server, version: string): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  // Made when somebody first asks, because it takes a tenth of the time in which the API starts.
  let document: string | undefined;

  function serve(path: string, type: string, body: () => string | Promise<string | Buffer>): void {
    server.get(path, async (_request: Request, response: Response) => {
      const content = await body();
      response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': POLICY });
      response.end(content);
    });
  }

  serve(
    '/openapi.json',
    'application/json; charset=utf-8',
    () => (document ??= JSON.stringify(createOpenApi(version))),
  );
  serve('/docs', 'text/html; charset=utf-8', () => page);
  serve('/docs/start.js', 'text/javascript; charset=utf-8', () => script);
  serve('/docs/swagger-ui.css', 'text/css; charset=utf-8', () => readFile(join(folder, 'swagger-ui.css')));
  serve('/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', () =>
    readFile(join(folder, 'swagger-ui-bundle.js')),
  );
}
