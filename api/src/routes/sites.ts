import * as contract from '../../contract/sites.ts';
import type { Mounting } from '../http/mount.ts';
import { candidates, changeCorpus, isOwner, librariesOf, makeCorpus } from '../sites/corpora.ts';
import { siteInsights } from '../sites/siteInsights.ts';
import { corpusConfig, functionGroups, listSites, readCorpus, siteOfMention } from '../sites/sites.ts';
import type { AppContext } from '../context.ts';

export function mountSites({ call }: Mounting, ctx: AppContext): void {
  call(contract.getSites, (_, person) => listSites(ctx, person));
  call(contract.createSite, (ask, person) => makeCorpus(ctx, person, ask));
  call(contract.getSiteCandidates, async ({ search }, person) => ({ value: await candidates(ctx, person, search) }));
  call(contract.getCorpusConfig, async ({ site_id }, person) => ({
    corpus_config: await corpusConfig(ctx, person, site_id),
  }));
  call(contract.getSiteOfMention, async ({ mention_name }, person) => ({
    site_id: await siteOfMention(ctx, person, mention_name),
  }));
  call(contract.getSiteOwnership, async ({ site_id }, person) => ({ isOwner: await isOwner(ctx, person, site_id) }));
  call(contract.getSiteLibraries, async ({ site_id }, person) => ({
    value: await librariesOf(ctx, person, site_id),
  }));
  call(contract.getFunctionGroups, (_, person) => functionGroups(ctx, person));
  call(contract.getCorpus, async ({ site_id }, person) => ({ sites: [await readCorpus(ctx, person, site_id)] }));
  call(contract.updateCorpus, (ask, person) => changeCorpus(ctx, person, ask));
  call(contract.getSiteInsights, ({ site_id }, person) => siteInsights(ctx, person, site_id));
}
