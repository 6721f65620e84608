import { randomUUID } from 'node:crypto';

/** An error reply with Graph's code and message. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;
  /** The code of `innerError`. */
  readonly innerCode: string | undefined;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}, innerCode?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.innerCode = innerCode;
  }
}

/** Graph's challenge. The client id in it is Graph's own. */
const CHALLENGE =
  'Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", client_id="00000003-0000-0000-c000-000000000000"';

export const graphErrors = {
  unauthenticated: (message: string) =>
    new GraphError(401, 'InvalidAuthenticationToken', message, { 'www-authenticate': CHALLENGE }),
  badRequest: (message: string) => new GraphError(400, 'BadRequest', message),
  noSegment: (segment: string) => new GraphError(400, 'BadRequest', `Resource not found for the segment '${segment}'.`),
  wrongMethod: () =>
    new GraphError(405, 'Request_BadRequest', 'Specified HTTP method is not allowed for the request target.'),
  insufficientPrivileges: () =>
    new GraphError(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.'),
  accessDenied: () => new GraphError(403, 'accessDenied', 'Access denied'),
  notFound: (id: string) =>
    new GraphError(
      404,
      'Request_ResourceNotFound',
      `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
    ),
  noPhoto: () => new GraphError(404, 'ImageNotFound', "The photo wasn't found."),
  noSuchProperty: (name: string, type: string) =>
    new GraphError(
      400,
      'BadRequest',
      `Parsing OData Select and Expand failed: Could not find a property named '${name}' on type '${type}'.`,
    ),
  itemNotFound: () => new GraphError(404, 'itemNotFound', 'The resource could not be found.'),
  siteNotFound: () => new GraphError(404, 'itemNotFound', 'Requested site could not be found'),
  noUploadSession: () => new GraphError(404, 'itemNotFound', 'The upload session was not found'),
  invalidRequest: (message: string) => new GraphError(400, 'invalidRequest', message),
  nameAlreadyExists: () =>
    new GraphError(409, 'nameAlreadyExists', 'An item with the same name already exists under the parent'),
  preconditionFailed: () => new GraphError(412, 'preconditionFailed', "ETag does not match current item's value"),
  resourceLocked: () => new GraphError(423, 'resourceLocked', 'The resource you are attempting to access is locked'),
  noDrive: () => new GraphError(404, 'ResourceNotFound', "User's mysite not found."),
  noMailbox: () =>
    new GraphError(
      404,
      'MailboxNotEnabledForRESTAPI',
      'The mailbox is either inactive, soft-deleted, or is hosted on-premise.',
    ),
  itemOfMailboxNotFound: () =>
    new GraphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.'),
  mailboxFull: () => new GraphError(507, 'ErrorQuotaExceeded', 'Target mailbox quota exceeded.'),
  requestTooLarge: () =>
    new GraphError(413, 'RequestEntityTooLarge', 'The request body is larger than the maximum allowed size.'),
  invalidMailRequest: (message: string) => new GraphError(400, 'ErrorInvalidRequest', message),
  attachmentTooLarge: () =>
    new GraphError(
      413,
      'ErrorAttachmentSizeLimitExceeded',
      'The attachment is larger than 3 MB. Use an upload session instead.',
    ),
  driveFull: () => new GraphError(507, 'quotaLimitReached', 'Insufficient Space Available'),
  chatMessageNotFound: () => new GraphError(404, 'NotFound', 'NotFound'),
  meetingNotFound: () => new GraphError(404, 'NotFound', 'Meeting or transcript not found.'),
  meetingForbidden: () => new GraphError(403, 'Forbidden', 'User does not have access to lookup meeting.', {}, '3003'),
  transcriptsDisabled: () =>
    new GraphError(
      403,
      'Forbidden',
      'Graph access to transcripts is disabled for this tenant.',
      {},
      'GraphAccessToTranscriptsDisabled',
    ),
  speakersNotAllowed: () =>
    new GraphError(
      403,
      'Forbidden',
      'Speaker-attributed transcript content is disabled for this tenant.',
      {},
      'SpeakerAttributionNotAllowed',
    ),
  throttled: (status: FaultStatus, retryAfter: number) =>
    new GraphError(status, ...faults[status], { 'retry-after': String(retryAfter) }),
};

/** Statuses of a throttled or broken Graph. */
export type FaultStatus = 429 | 500 | 503 | 504;

const faults: Record<FaultStatus, [code: string, message: string]> = {
  429: ['TooManyRequests', 'Too many requests.'],
  500: ['generalException', 'General exception while processing'],
  503: ['serviceNotAvailable', 'The service is temporarily unavailable.'],
  504: ['timeout', 'The request has timed out.'],
};

/** Graph's error body. `clientRequestId` is echoed. */
export function errorBody(error: GraphError, clientRequestId: string | undefined) {
  const requestId = randomUUID();
  const innerError = {
    ...(error.innerCode && { code: error.innerCode }),
    date: new Date().toISOString().slice(0, 19),
    'request-id': requestId,
    'client-request-id': clientRequestId ?? requestId,
  };
  return { error: { code: error.code, message: error.message, innerError } };
}
