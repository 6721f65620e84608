import { Button } from '@fluentui/react-components';
import { ArrowTurnDownRightRegular, SearchRegular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { Site } from '#contract/sites/sites.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { fillDraft } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { getChatType } from '#tab/features/chat/history/metadata.actions.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { selectSite } from '#tab/features/knowledge/siteSelection.actions.ts';
import { getSelectedSiteId, searches } from '#tab/features/knowledge/siteSelection.state.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import { useEntryStyles } from './entry.styles.ts';

interface FollowUpsProps {
  chatId: string;
  questions: readonly string[];
  /** The sources of the answer. */
  links: readonly Citation[];
}

/**
 * What the next question can be: a click on a follow-up question puts it into the composer, a click on a site narrows the
 * search to it.
 */
export function FollowUps({ chatId, questions, links }: FollowUpsProps) {
  const styles = useEntryStyles();
  const site = useProposedSite(chatId, links);
  return (
    <>
      {site && (
        <Button
          appearance="subtle"
          size="small"
          className={styles.proposedSite}
          icon={<SearchRegular />}
          onClick={() => selectSite(chatId, site.SiteId)}
        >
          <bdi>{knowledgeTexts.searchOnly(site.SiteName)}</bdi>
        </Button>
      )}
      {questions.length > 0 && (
        <ul className={styles.followUps} aria-label={chatTexts.followUps}>
          {questions.map((question) => (
            <li key={question}>
              <Button
                appearance="subtle"
                size="small"
                className={styles.followUp}
                icon={<ArrowTurnDownRightRegular />}
                onClick={() => fillDraft(chatId, question)}
              >
                <bdi>{question}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The only site that an answer comes from, while the search covers several. */
function useProposedSite(chatId: string, links: readonly Citation[]): Pick<Site, 'SiteId' | 'SiteName'> | null {
  const search = useSnapshot(searches)[chatId];
  const { accessible } = useSnapshot(sites);
  if (getChatType(chatId) !== 'search' || search?.selection.name !== 'loaded' || getSelectedSiteId(search) !== null)
    return null;
  const [id, ...others] = new Set(links.flatMap(({ site }) => site ?? []));
  return others.length > 0 ? null : (accessible.find(({ SiteId }) => SiteId === id) ?? null);
}
