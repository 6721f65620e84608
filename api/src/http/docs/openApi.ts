import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { ErrorBody } from '#contract/errors.ts';

export type Json = Record<string, unknown>;

export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  /** Operations by path and method. */
  paths: Record<string, Json>;
  components: Json;
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _draft, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

function toParameters(shape: z.ZodObject, location: 'query' | 'path'): Json[] {
  return Object.entries(shape.shape).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: toJsonSchema(field as z.ZodType, 'input'),
  }));
}

function toRequestBody(endpoint: Endpoint): Json {
  const names = Object.keys(endpoint.body.shape);
  if (names.length === 0 && endpoint.encoding !== 'upload') return {};
  const schema = toJsonSchema(endpoint.body, 'input');
  if (endpoint.encoding === 'json')
    return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  const file = endpoint.encoding === 'upload' ? { file: { type: 'string', format: 'binary' } } : {};
  const properties = { ...file, ...(schema['properties'] as Json) };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } } };
}

function toResponseContent(endpoint: Endpoint): Json {
  if (endpoint.event) return { 'text/event-stream': { schema: toJsonSchema(endpoint.event, 'output') } };
  if (endpoint.bytes) return { [endpoint.bytes]: { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: endpoint.reply ? toJsonSchema(endpoint.reply, 'output') : {} } };
}

function toOperation(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    security: endpoint.access === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [...toParameters(endpoint.params, 'path'), ...toParameters(endpoint.query, 'query')],
    ...toRequestBody(endpoint),
    responses: {
      200: { description: 'Done', content: toResponseContent(endpoint) },
      default: {
        description: 'An error: its code and a sentence for people',
        content: { 'application/json': { schema: toJsonSchema(ErrorBody, 'output') } },
      },
    },
  };
}

/** Creates the OpenAPI document of all calls from the contract. */
export function createOpenApi(version: string): OpenApi {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = toOperation(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'AVA', version, description: "The calls of AVA's API, for its tab and its bot." },
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
}
