import { isAvaError } from '#contract/errors.ts';
import {
  decideAccess,
  getAccessRequests,
  requestAccess as requestCall,
  type AccessDecision,
  type ReceivedAccessRequest,
} from '#contract/sites/accessRequests.ts';
import type { InaccessibleSite } from '#contract/sites/sites.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { sites } from './sites.state.ts';

const texts = knowledgeTexts.access;

/** Loads the requests for access. The list of sites works without them. */
export async function loadAccessRequests(): Promise<void> {
  try {
    sites.requests = await api.call(getAccessRequests, {});
  } catch (cause) {
    logFailure('failed to load requests for access', cause);
  }
}

/** Asks the owners of a site for access. */
export async function requestAccess({ name, link }: InaccessibleSite): Promise<void> {
  try {
    const request = await api.call(requestCall, { link });
    sites.requests.mine = [...sites.requests.mine.filter((other) => other.link !== link), request];
    if (request.state === 'open') showToast('success', texts.sent(name));
  } catch (cause) {
    fail(texts.sendFailed, cause);
  }
}

/** Answers the request of another person. */
export async function answerRequest(request: ReceivedAccessRequest, decision: AccessDecision): Promise<void> {
  const { site_id, person_id, name } = request;
  try {
    await api.call(decideAccess, { site_id, person_id, decision });
    sites.requests.received = sites.requests.received.filter(
      (other) => other.site_id !== site_id || other.person_id !== person_id,
    );
    showToast('success', decision === 'granted' ? texts.grantedTo(name) : texts.declinedTo(name));
  } catch (cause) {
    fail(texts.answerFailed, cause);
    await loadAccessRequests();
  }
}

function fail(sentence: string, cause: unknown): void {
  logFailure(sentence, cause);
  showToast('error', isAvaError(cause) && cause.code === 'graph_unavailable' ? cause.detail : sentence);
}
