import * as access from '#contract/sites/accessRequests.ts';
import * as contract from '#contract/sites/sites.ts';
import type { Mounting } from '#api/http/mount.ts';
import { decideAccess, listAccessRequests, requestAccess } from '#api/sites/accessRequests.ts';
import { createCorpus, isSiteOwner, listSiteCandidates, listSiteLibraries, updateCorpus } from '#api/sites/corpora.ts';
import { getSiteInsights } from '#api/sites/siteInsights.ts';
import { findSiteOfMention, getCorpus, getCorpusConfig, listSites } from '#api/sites/sites.ts';
import { listFunctionGroups } from '#api/functions/functionGroups.ts';
import type { AppContext } from '#api/context.ts';

export function mountSites({ call }: Mounting, ctx: AppContext): void {
  call(contract.getSites, (_, person) => listSites(ctx, person));
  call(contract.createSite, (request, person) => createCorpus(ctx, person, request));
  call(contract.getSiteCandidates, async ({ search }, person) => ({
    value: await listSiteCandidates(ctx, person, search),
  }));
  call(contract.getCorpusConfig, async ({ site_id }, person) => ({
    corpus_config: await getCorpusConfig(ctx, person, site_id),
  }));
  call(contract.getSiteOfMention, async ({ mention_name }, person) => ({
    site_id: await findSiteOfMention(ctx, person, mention_name),
  }));
  call(contract.getSiteOwnership, async ({ site_id }, person) => ({
    isOwner: await isSiteOwner(ctx, person, site_id),
  }));
  call(contract.getSiteLibraries, async ({ site_id }, person) => ({
    value: await listSiteLibraries(ctx, person, site_id),
  }));
  call(contract.getFunctionGroups, (_, person) => listFunctionGroups(ctx, person));
  call(contract.getCorpus, async ({ site_id }, person) => ({ sites: [await getCorpus(ctx, person, site_id)] }));
  call(contract.updateCorpus, (request, person) => updateCorpus(ctx, person, request));
  call(access.getAccessRequests, (_, person) => listAccessRequests(ctx, person));
  call(access.requestAccess, ({ link }, person) => requestAccess(ctx, person, link));
  call(access.decideAccess, async ({ site_id, person_id, decision }, person) => {
    await decideAccess(ctx, person, site_id, { personId: person_id, decision });
    return { decided: true as const };
  });
  call(contract.getSiteInsights, ({ site_id }, person) => getSiteInsights(ctx, person, site_id));
}
