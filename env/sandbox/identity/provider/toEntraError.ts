import type { ProviderError } from 'oidc-provider';
import { EntraError, entraErrors } from '../entraErrors.ts';

type TokenRequest = { clientId: string; redirectUri: string; grantType: string; origin: string };

/** Errors by oidc-provider's internal detail text, because many of its errors differ only in this text. */
const errorsByDetail: Record<string, (request: TokenRequest) => EntraError> = {
  'client not found': ({ clientId }) => entraErrors.unknownClient(clientId),
  'invalid secret provided': ({ clientId }) => entraErrors.wrongSecret(clientId),
  'code_verifier does not match code_challenge': entraErrors.wrongVerifier,
  'code_verifier must be provided': entraErrors.missingVerifier,
  'authorization code not found': entraErrors.unknownCode,
  'authorization code is expired': entraErrors.expiredCode,
  'authorization code already consumed': entraErrors.usedCode,
  'authorization code redirect_uri mismatch': ({ redirectUri }) => entraErrors.otherRedirect(redirectUri),
  'refresh token not found': entraErrors.unknownRefreshToken,
  'refresh token is expired': entraErrors.expiredRefreshToken,
  'grant not found': entraErrors.revoked,
  'grant is expired': entraErrors.expiredRefreshToken,
  'client mismatch': entraErrors.unknownCode,
};

/** Converts an error of oidc-provider to Entra's. */
export function toEntraError(error: ProviderError, request: TokenRequest): EntraError {
  if (error instanceof EntraError) return error;
  const createError = errorsByDetail[error.error_detail ?? ''];
  if (createError) return createError(request);
  const description = error.error_description ?? '';
  if (error.message === 'unsupported_grant_type') return entraErrors.unsupportedGrant(request.grantType);
  if (error.message === 'invalid_client')
    return request.grantType === 'authorization_code'
      ? entraErrors.publicClient(request.clientId)
      : entraErrors.missingSecret();
  if (description.startsWith('code_verifier')) return entraErrors.wrongVerifier();
  if (description.startsWith('origin ')) return entraErrors.crossOriginRefused(request.origin);
  if (description.includes('grant type is not allowed')) return entraErrors.grantNotAllowed();
  const missing = /^missing required parameters? '(\w+)'/.exec(description)?.[1];
  return missing ? entraErrors.missingParameter(missing) : entraErrors.malformed(description);
}
