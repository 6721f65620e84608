/**
 * What the host says of itself and of the person, in teams-js' flat form.
 *
 * @typedef {{ key: string, oid: string, tenantId: string, displayName: string, userPrincipalName: string, jobTitle: string | null, hasPhoto: boolean }} Person
 */

/** The version teams-js is told; any at or above 2.0.0 means "answers with a runtime". */
const HOST_VERSION = '2.0.5';

/** Only what this host really answers: teams-js reports everything else as not supported. */
const runtime = {
  apiVersion: 4,
  // Nested app authentication is off: the tab gets its token by getAuthToken.
  isNAAChannelRecommended: false,
  isLegacyTeams: false,
  hostVersionsInfo: { adaptiveCardSchemaVersion: { majorVersion: 1, minorVersion: 5 } },
  supports: {
    app: { notifySuccessResponse: {} },
    dialog: { url: {}, update: {} },
    pages: { currentApp: {} },
  },
};

const session = crypto.randomUUID();

/** @param {import('./protocol.js').Guest} guest */
export function initializeReply(guest) {
  return [guest.frameContext, 'web', HOST_VERSION, JSON.stringify(runtime)];
}

/**
 * @param {object} situation
 * @param {import('./protocol.js').Guest['frameContext']} situation.frameContext
 * @param {Person} situation.person
 * @param {string} situation.theme
 * @param {string} situation.sub
 * @param {string} situation.appId
 */
export function contextOf({ frameContext, person, theme, sub, appId }) {
  return {
    entityId: 'home',
    subEntityId: sub,
    locale: 'en-us',
    osLocaleInfo: { platform: 'web', regionalFormat: 'en-us' },
    theme,
    frameContext,
    hostName: 'Teams',
    hostClientType: 'web',
    ringId: 'general',
    sessionId: session,
    appSessionId: session,
    appId,
    isFullScreen: false,
    isMultiWindow: false,
    userObjectId: person.oid,
    userPrincipalName: person.userPrincipalName,
    userDisplayName: person.displayName,
    loginHint: person.userPrincipalName,
    tid: person.tenantId,
    tenantSKU: 'enterprise',
    dialogParameters: {},
  };
}
