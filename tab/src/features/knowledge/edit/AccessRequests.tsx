import { Button, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useSnapshot } from 'valtio';
import { openLink } from '#tab/shell/openLink.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { answerRequest } from '#tab/features/knowledge/sites/accessRequests.actions.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';

const useStyles = makeStyles({
  list: {
    margin: '0',
    padding: '0',
    listStyleType: 'none',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
  },
  person: { display: 'block', overflowWrap: 'anywhere' },
  email: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  quiet: { color: tokens.colorNeutralForeground3 },
});

const texts = knowledgeTexts.access;

/** The page of SharePoint on which owners share a site. */
const toPermissions = (link: string) => `${link.replace(/\/$/, '')}/_layouts/15/user.aspx`;

/** The requests for a site, with what its owners can do about each. */
export function AccessRequests({ siteId, link }: { siteId: string; link: string }) {
  const styles = useStyles();
  const received = useSnapshot(sites).requests.received.filter((request) => request.site_id === siteId);
  if (received.length === 0) return <Text className={styles.quiet}>{texts.none}</Text>;
  return (
    <>
      <Text className={styles.quiet}>{texts.hint}</Text>
      <ul className={styles.list}>
        {received.map((request) => (
          <li key={request.person_id}>
            <bdi className={styles.person}>{request.name}</bdi>
            <span className={styles.email}>{request.email}</span>
            <div className={styles.actions}>
              {link && (
                <Link as="button" aria-label={texts.giveTo(request.name)} onClick={() => openLink(toPermissions(link))}>
                  {texts.give}
                </Link>
              )}
              <Button
                size="small"
                aria-label={texts.grantedOf(request.name)}
                onClick={() => void answerRequest(request, 'granted')}
              >
                {texts.granted}
              </Button>
              <Button
                size="small"
                appearance="subtle"
                aria-label={texts.declineOf(request.name)}
                onClick={() => void answerRequest(request, 'declined')}
              >
                {texts.decline}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
