import * as contract from '../../contract/sites.ts';
import type { Mounting } from '../http/mount.ts';
import { candidates, changeCorpus, isOwner, librariesOf, makeCorpus } from '../sites/corpora.ts';
import { siteInsights } from '../sites/insights.ts';
import { corpusConfig, functionGroups, listSites, readCorpus, siteOfMention } from '../sites/sites.ts';
import type { World } from '../world.ts';

export function mountSites({ call }: Mounting, world: World): void {
  call(contract.getSites, (_, person) => listSites(world, person));
  call(contract.createSite, (ask, person) => makeCorpus(world, person, ask));
  call(contract.getSiteCandidates, async ({ search }, person) => ({ value: await candidates(world, person, search) }));
  call(contract.getCorpusConfig, async ({ site_id }, person) => ({
    corpus_config: await corpusConfig(world, person, site_id),
  }));
  call(contract.getSiteOfMention, async ({ mention_name }, person) => ({
    site_id: await siteOfMention(world, person, mention_name),
  }));
  call(contract.getSiteOwnership, async ({ site_id }, person) => ({ isOwner: await isOwner(world, person, site_id) }));
  call(contract.getSiteLibraries, async ({ site_id }, person) => ({
    value: await librariesOf(world, person, site_id),
  }));
  call(contract.getFunctionGroups, (_, person) => functionGroups(world, person));
  call(contract.getCorpus, async ({ site_id }, person) => ({ sites: [await readCorpus(world, person, site_id)] }));
  call(contract.updateCorpus, (ask, person) => changeCorpus(world, person, ask));
  call(contract.getSiteInsights, ({ site_id }, person) => siteInsights(world, person, site_id));
}
