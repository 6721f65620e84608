import { randomUUID } from 'node:crypto';

type EntraErrorFields = { code: number; error: string; text: string; status?: number; suberror?: string };

/**
 * An error of Entra. `code` is one of "Microsoft Entra authentication and authorization error codes". oidc-provider
 * reads `expose`, `allow_redirect`, `statusCode` and `error_description`.
 */
export class EntraError extends Error {
  readonly expose = true;
  readonly allow_redirect = true;
  readonly code: number;
  readonly statusCode: number;
  readonly suberror: string | undefined;
  readonly error_description: string;

  constructor({ code, error, text, status = 400, suberror }: EntraErrorFields, options?: ErrorOptions) {
    super(error, options);
    this.code = code;
    this.statusCode = status;
    this.suberror = suberror;
    this.error_description = `AADSTS${code}: ${text}`;
  }
}

const grant = (code: number, text: string, suberror?: string) =>
  new EntraError({ code, error: 'invalid_grant', text, ...(suberror ? { suberror } : {}) });
const request = (code: number, text: string) => new EntraError({ code, error: 'invalid_request', text });

export const entraErrors = {
  unknownTenant: (tenant: string) =>
    request(90002, `Tenant '${tenant}' not found. Check to make sure you have the correct tenant ID.`),
  unknownClient: (client: string) =>
    new EntraError({
      code: 700016,
      error: 'unauthorized_client',
      text: `Application with identifier '${client}' was not found in the directory.`,
    }),
  wrongSecret: (client: string) =>
    new EntraError({
      code: 7000215,
      error: 'invalid_client',
      status: 401,
      text: `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${client}'.`,
    }),
  expiredSecret: (client: string) =>
    new EntraError({
      code: 7000222,
      error: 'invalid_client',
      status: 401,
      text: `The provided client secret keys for app '${client}' are expired. Visit the Azure portal to create new keys for your app: https://aka.ms/NewClientSecret, or consider using certificate credentials for added security: https://aka.ms/certCreds.`,
    }),
  missingSecret: () =>
    new EntraError({
      code: 7000218,
      error: 'invalid_client',
      status: 401,
      text: "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
    }),
  publicClient: (client: string) =>
    new EntraError({
      code: 700025,
      error: 'invalid_client',
      status: 401,
      text: `Client '${client}' is public so neither 'client_assertion' nor 'client_secret' should be presented.`,
    }),
  missingParameter: (name: string) =>
    request(900144, `The request body must contain the following parameter: '${name}'.`),
  malformed: (detail: string) => request(9002313, `Invalid request. Request is malformed or invalid. (${detail})`),
  unsupportedGrant: (type: string) =>
    new EntraError({
      code: 70003,
      error: 'unsupported_grant_type',
      text: `The app requested an unsupported grant type '${type}'.`,
    }),
  grantNotAllowed: () =>
    new EntraError({
      code: 700032,
      error: 'unauthorized_client',
      text: 'The client application is not authorized to use this grant type.',
    }),
  invalidScope: (scope: string) =>
    new EntraError({
      code: 70011,
      error: 'invalid_scope',
      text: `The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is not valid. The scope ${scope} is not valid.`,
    }),
  applicationScope: (scope: string) =>
    new EntraError({
      code: 1002012,
      error: 'invalid_scope',
      text: `The provided value for scope ${scope} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).`,
    }),
  unknownResource: (id: string) =>
    new EntraError({
      code: 500011,
      error: 'invalid_resource',
      text: `The resource principal named ${id} was not found in the tenant.`,
    }),

  pkceRequired: () =>
    request(9002325, 'Proof Key for Code Exchange is required for cross-origin authorization code redemption.'),
  crossOriginOnly: () =>
    request(
      9002327,
      "Tokens issued for the 'Single-Page Application' client-type may only be redeemed via cross-origin requests.",
    ),
  crossOriginRefused: (origin: string) =>
    request(
      9002326,
      `Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type. Request origin: '${origin}'.`,
    ),
  wrongVerifier: () =>
    grant(501481, 'The Code_Verifier does not match the code_challenge supplied in the authorization request.'),
  missingVerifier: () =>
    grant(50148, 'The code_verifier does not match the code_challenge supplied in the authorization request for PKCE.'),
  usedCode: () =>
    grant(
      54005,
      'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
    ),
  expiredCode: () =>
    grant(
      70008,
      'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
    ),
  unknownCode: () => grant(70000, "The provided value for the 'code' parameter is not valid."),
  otherRedirect: (uri: string) =>
    new EntraError({
      code: 500112,
      error: 'invalid_client',
      text: `The reply address '${uri}' does not match the reply address provided when requesting Authorization code.`,
    }),
  unknownRefreshToken: () => grant(9002313, 'Invalid request. Request is malformed or invalid.'),
  expiredRefreshToken: () =>
    grant(
      700084,
      'The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited lifetime of 1.00:00:00, which can not be extended. It is now expired and a new sign in request must be sent by the SPA to the sign in page.',
    ),
  revoked: () =>
    grant(50173, 'The provided grant has expired due to it being revoked, a fresh auth token is needed.', 'bad_token'),

  malformedAssertion: () => grant(50027, 'JWT token is invalid or malformed.'),
  foreignAssertion: (reason: string) => grant(50013, `Assertion failed signature validation. [Reason - ${reason}]`),
  expiredAssertion: () =>
    grant(
      500133,
      'Assertion is not within its valid time range. Ensure that the access token is not expired before using it for user assertion, or request a new token.',
    ),
  otherAudience: (audience: string, expected: string) =>
    grant(
      500131,
      `Assertion audience does not match the Client app presenting the assertion. The audience in the assertion was '${audience}' and the expected audience is '${expected}' or one of the Application Uris of this application with App ID '${expected}'.`,
    ),
  appAssertion: () =>
    request(50000, 'The assertion is an application token; on-behalf-of needs the token of a person.'),
  consentRequired: (client: string) =>
    grant(
      65001,
      `The user or administrator has not consented to use the application with ID '${client}' named 'AVA'. Send an interactive authorization request for this user and resource.`,
      'consent_required',
    ),
};

/** The body of an error reply of the token endpoint. */
export function toErrorBody(error: EntraError, correlationId: string | undefined) {
  const timestamp = new Date()
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
  const trace = { trace_id: randomUUID(), correlation_id: correlationId ?? randomUUID() };
  const suffix = `Trace ID: ${trace.trace_id} Correlation ID: ${trace.correlation_id} Timestamp: ${timestamp}`;
  return {
    error: error.message,
    error_description: `${error.error_description} ${suffix}`,
    error_codes: [error.code],
    timestamp,
    ...trace,
    error_uri: `https://login.microsoftonline.com/error?code=${error.code}`,
    ...(error.suberror ? { suberror: error.suberror } : {}),
  };
}
