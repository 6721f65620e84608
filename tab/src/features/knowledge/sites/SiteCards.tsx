import { Button, mergeClasses, SearchBox, Skeleton, SkeletonItem } from '@fluentui/react-components';
import { CheckmarkCircle20Filled } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Site } from '#contract/sites/sites.ts';
import { useDelayed } from '#tab/ui/useDelayed.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { toggleAllSites, toggleSite } from '#tab/features/knowledge/siteSelection.actions.ts';
import type { ChosenSites } from '#tab/features/knowledge/siteSelection.state.ts';
import { useSitePanelStyles } from './SitePanel.styles.ts';
import { filterSites } from './sites.rules.ts';

/** From this number of sites on, a search box is shown. */
const SEARCH_FROM = 10;
const SKELETONS = 3;
const allSites = { SiteName: knowledgeTexts.allSites, CorpusDescription: knowledgeTexts.allSitesHint };

interface SiteCardsProps {
  chatId: string;
  sites: readonly Site[];
  chosen: ChosenSites | null;
}

/** All sites together and each site that can be searched, one card each. A click selects a card, a second click clears it. */
export function SiteCards({ chatId, sites, chosen }: SiteCardsProps) {
  const styles = useSitePanelStyles();
  const [typed, setTyped] = useState('');
  const searchable = sites.length >= SEARCH_FROM;
  const found = searchable ? filterSites(sites, typed) : sites;
  return (
    <>
      {searchable && (
        <SearchBox
          value={typed}
          placeholder={knowledgeTexts.findSite}
          aria-label={knowledgeTexts.findSite}
          onChange={(_, { value }) => setTyped(value)}
        />
      )}
      {found.length === 0 && <p className={styles.quiet}>{knowledgeTexts.noSiteFound}</p>}
      <ul className={styles.cards} aria-label={knowledgeTexts.sites}>
        {sites.length > 1 && typed.trim() === '' && (
          <li>
            <SiteCard site={allSites} chosen={chosen === 'all'} onToggle={() => toggleAllSites(chatId)} />
          </li>
        )}
        {found.map((site) => (
          <li key={site.SiteId}>
            <SiteCard
              site={site}
              chosen={chosen !== 'all' && (chosen?.includes(site.SiteId) ?? false)}
              onToggle={() => toggleSite(chatId, site.SiteId)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface SiteCardProps {
  site: Pick<Site, 'SiteName' | 'CorpusDescription'>;
  chosen: boolean;
  onToggle: () => void;
}

function SiteCard({ site, chosen, onToggle }: SiteCardProps) {
  const styles = useSitePanelStyles();
  return (
    <Button
      className={mergeClasses(styles.card, chosen && styles.chosen)}
      aria-pressed={chosen}
      title={site.CorpusDescription || undefined}
      onClick={onToggle}
    >
      <span className={styles.cardHead}>
        <bdi className={styles.cardName}>{site.SiteName}</bdi>
        {chosen && (
          <span className={styles.check} aria-hidden>
            <CheckmarkCircle20Filled />
          </span>
        )}
      </span>
      <span className={mergeClasses(styles.description, chosen && styles.onChosen)} dir="auto" data-description>
        {site.CorpusDescription}
      </span>
    </Button>
  );
}

/** Placeholder cards while sites load; nothing for the first 200 ms. */
export function CardSkeletons() {
  const styles = useSitePanelStyles();
  if (!useDelayed()) return null;
  return (
    <Skeleton aria-label={knowledgeTexts.sites} className={styles.cards}>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <SkeletonItem key={index} style={{ height: '88px' }} />
      ))}
    </Skeleton>
  );
}
