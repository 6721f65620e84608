import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { texts } from '#tab/texts.ts';
import { openDialog } from '#tab/shell/dialogs.ts';

const useStyles = makeStyles({
  links: { display: 'flex', gap: tokens.spacingHorizontalS, marginTop: tokens.spacingVerticalS },
  link: { fontWeight: tokens.fontWeightRegular },
});

/** Help and About for people who are not signed in. */
export function HelpLinks() {
  const styles = useStyles();
  return (
    <div className={styles.links}>
      <Button appearance="subtle" className={styles.link} onClick={() => openDialog({ name: 'help' })}>
        {texts.shell.help}
      </Button>
      <Button appearance="subtle" className={styles.link} onClick={() => openDialog({ name: 'about', type: 'ava' })}>
        {texts.person.about}
      </Button>
    </div>
  );
}
