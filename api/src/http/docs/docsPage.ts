import { html, type Html } from './html.ts';
import type { Json, OpenApi } from './openApi.ts';
import { describeType, renderField, renderFields } from './schemaFields.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: readonly unknown[];
  parameters: readonly { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content: Record<string, { schema: Json }> }>;
}

/** The OpenAPI document as a page that needs no script: a list of all calls, each of which opens. */
export function renderDocsPage({ info, paths }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(method, path, operation as Operation)),
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>AVA API</title>
        <link rel="stylesheet" href="/docs/docs.css" />
      </head>
      <body>
        <main>
          <h1>AVA API <small>${info.version}</small></h1>
          <p>
            ${info.description} Programs read the same as an OpenAPI document:
            <a href="/openapi.json">openapi.json</a>. A call needs <code>Authorization: Bearer</code> and AVA's token of
            a person, unless it says otherwise.
          </p>
          ${operations}
        </main>
      </body>
    </html> `.html;
}

function renderOperation(method: string, path: string, operation: Operation): Html {
  const { operationId, summary, security, parameters, requestBody, responses } = operation;
  const { 200: done, default: failed } = responses;
  return html`<details id="${operationId}">
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code> <span>${summary}</span>
    </summary>
    ${security.length === 0 ? html`<p>Needs no token.</p>` : ''} ${renderParameters('Path', 'path', parameters)}
    ${renderParameters('Query', 'query', parameters)} ${requestBody ? renderContent('Body', requestBody.content) : ''}
    ${renderContent('Response', done?.content ?? {})} ${renderContent('Error', failed?.content ?? {})}
  </details> `;
}

function renderParameters(title: string, location: string, parameters: Operation['parameters']): Html | '' {
  const own = parameters.filter((parameter) => parameter.in === location);
  if (own.length === 0) return '';
  return html`<h2>${title}</h2>
    <ul>
      ${own.map(({ name, schema, required }) => renderField(name, schema, required))}
    </ul>`;
}

function renderContent(title: string, content: Record<string, { schema: Json }>): Html[] {
  return Object.entries(content).map(([type, { schema }]) => {
    const fields = renderFields(schema);
    return html`<h2>${title} <small>${type}</small></h2>
      ${fields === '' ? html`<p class="type">${describeType(schema)}</p>` : fields}`;
  });
}
