/** Types for the part of oidc-provider 9 that the sandbox uses; the package has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type ProviderError = Error & { error_detail?: string; error_description?: string };

  export type GrantModel = {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  };

  export type Interaction = {
    uid: string;
    prompt: { name: string };
    params: Record<string, string | undefined>;
    session?: { accountId?: string };
  };

  export type Context = {
    method: string;
    path: string;
    status: number;
    type: string;
    body: unknown;
    state: Record<string, unknown>;
    get(header: string): string;
    set(header: string, value: string): void;
    remove(header: string): void;
    oidc: {
      provider: Provider;
      route: string;
      params?: Record<string, string | undefined>;
      client?: { clientId: string };
      account?: { accountId: string };
      session?: { accountId?: string };
      resourceServers: Record<string, { scopes: Set<string> }>;
      requestParamOIDCScopes: Set<string>;
      requestParamScopes: Set<string>;
      entities: Record<string, { accountId?: string; scope?: string; remainingTTL?: number } | undefined>;
    };
  };

  export type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void> | void;

  class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    Grant: new (fields: { accountId: string; clientId: string }) => GrantModel;
    use(middleware: Middleware): this;
    on(event: string, listener: (ctx: Context, error: ProviderError) => void): this;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    registerGrantType(name: string, handler: (ctx: Context) => Promise<void>, parameters: string[]): void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>;
  }

  type Prompt = { name: string };
  export const interactionPolicy: {
    base(): { add(prompt: Prompt, index: number): void };
    Prompt: new (options: { name: string; requestable: boolean }) => Prompt;
  };
  export const errors: { SessionNotFound: new (...args: never[]) => Error };
  export default Provider;
}
