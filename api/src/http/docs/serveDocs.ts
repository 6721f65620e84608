import { readFile } from 'node:fs/promises';
import type { Request, Response, Server } from '#api/http/server.ts';
import { renderDocsPage } from './docsPage.ts';
import { createOpenApi, type OpenApi } from './openApi.ts';

const styles = new URL('docs.css', import.meta.url);

/** The page has no script and loads nothing but its styles. */
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the OpenAPI document at /openapi.json and a page to read it at /docs. */
export function serveDocs(server: Server, version: string): void {
  // The page is made at the first request, because making it takes a tenth of the time in which the API starts.
  let document: OpenApi | undefined;
  const getDocument = () => (document ??= createOpenApi(version));
  let page: string | undefined;

  function serve(path: string, type: string, body: () => string | Promise<string>): void {
    server.get(path, async (_request: Request, response: Response) => {
      const content = await body();
      response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Content-Security-Policy': POLICY });
      response.end(content);
    });
  }

  serve('/openapi.json', 'application/json', () => JSON.stringify(getDocument()));
  serve('/docs', 'text/html', () => (page ??= renderDocsPage(getDocument())));
  serve('/docs/docs.css', 'text/css', () => readFile(styles, 'utf8'));
}
