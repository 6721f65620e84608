import type { ProviderError } from 'oidc-provider';
import { EntraRefusal, refuse } from './refusals.ts';

type Asked = { clientId: string; redirectUri: string; grantType: string; origin: string };

/** oidc-provider tells its refusals apart only by these words, which it keeps from the client. */
const byDetail: Record<string, (asked: Asked) => EntraRefusal> = {
  'client not found': ({ clientId }) => refuse.unknownClient(clientId),
  'invalid secret provided': ({ clientId }) => refuse.wrongSecret(clientId),
  'code_verifier does not match code_challenge': refuse.wrongVerifier,
  'code_verifier must be provided': refuse.missingVerifier,
  'authorization code not found': refuse.unknownCode,
  'authorization code is expired': refuse.expiredCode,
  'authorization code already consumed': refuse.usedCode,
  'authorization code redirect_uri mismatch': ({ redirectUri }) => refuse.otherRedirect(redirectUri),
  'refresh token not found': refuse.unknownRefreshToken,
  'refresh token is expired': refuse.expiredRefreshToken,
  'grant not found': refuse.revoked,
  'grant is expired': refuse.expiredRefreshToken,
  'client mismatch': refuse.unknownCode,
};

/** Entra's refusal for what oidc-provider refused. */
export function refusalFor(error: ProviderError, asked: Asked): EntraRefusal {
  if (error instanceof EntraRefusal) return error;
  const known = byDetail[error.error_detail ?? ''];
  if (known) return known(asked);
  const description = error.error_description ?? '';
  if (error.message === 'unsupported_grant_type') return refuse.unsupportedGrant(asked.grantType);
  if (error.message === 'invalid_client')
    return asked.grantType === 'authorization_code' ? refuse.publicClient(asked.clientId) : refuse.missingSecret();
  if (description.startsWith('code_verifier')) return refuse.wrongVerifier();
  if (description.startsWith('origin ')) return refuse.crossOriginRefused(asked.origin);
  if (description.includes('grant type is not allowed')) return refuse.grantNotAllowed();
  const missing = /^missing required parameters? '(\w+)'/.exec(description)?.[1];
  return missing ? refuse.missingParameter(missing) : refuse.malformed(description);
}
