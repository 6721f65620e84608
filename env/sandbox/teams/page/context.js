/**
 * The context of the host and of the person, in teams-js' flat wire format.
 *
 * @typedef {{ key: string, oid: string, tenantId: string, displayName: string, userPrincipalName: string, jobTitle: string | null, hasPhoto: boolean }} Person
 */

/** For teams-js, 2.0.0 or higher means that the host sends a runtime configuration. */
const HOST_VERSION = '2.0.5';

/** The capabilities of this host. teams-js reports all others as not supported. */
const runtime = {
  apiVersion: 4,
  // Without nested app authentication, the tab uses getAuthToken.
  isNAAChannelRecommended: false,
  isLegacyTeams: false,
  hostVersionsInfo: { adaptiveCardSchemaVersion: { majorVersion: 1, minorVersion: 5 } },
  supports: {
    app: { notifySuccessResponse: {} },
    dialog: { url: {}, update: {} },
    pages: { currentApp: {} },
  },
};

const sessionId = crypto.randomUUID();

/** @param {import('./protocol.js').Client} client */
export function createInitializeReply(client) {
  return [client.frameContext, 'web', HOST_VERSION, JSON.stringify(runtime)];
}

/**
 * @param {object} options
 * @param {import('./protocol.js').Client['frameContext']} options.frameContext
 * @param {Person} options.person
 * @param {string} options.theme
 * @param {string} options.sub
 * @param {string} options.appId
 */
export function createContext({ frameContext, person, theme, sub, appId }) {
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
    sessionId,
    appSessionId: sessionId,
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
