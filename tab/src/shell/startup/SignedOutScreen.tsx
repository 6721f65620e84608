import { Text, Title3 } from '@fluentui/react-components';
import { texts } from '#tab/texts.ts';
import { Logo } from '#tab/ui/Logo.tsx';
import { useStartupStyles } from './startup.styles.ts';
import { HelpLinks } from './HelpLinks.tsx';
import { SignInButton } from './SignInButton.tsx';

interface SignedOutProps {
  hostKind: 'teams' | 'browser';
  reason: string | undefined;
  /** Whether the identity provider belongs to the sandbox on this machine. */
  sandbox: boolean;
}

/** The first screen in a plain browser, and the screen after signing out. */
export default function SignedOutScreen({ hostKind, reason, sandbox }: SignedOutProps) {
  const styles = useStartupStyles();
  const inTeams = hostKind === 'teams';
  return (
    <main className={styles.page}>
      <Logo size={56} />
      <Title3 as="h1">{inTeams ? texts.session.signedOutTitle : texts.session.signInTitle}</Title3>
      <Text align="center" className={styles.line}>
        {reason ?? (inTeams ? texts.session.signedOutLine : texts.session.signInLine)}
      </Text>
      <SignInButton label={texts.session.signIn} />
      {sandbox && !inTeams && (
        <Text size={200} align="center" className={styles.note}>
          {texts.session.ownCertificate}
        </Text>
      )}
      <HelpLinks />
    </main>
  );
}
