import { Text, Title3 } from '@fluentui/react-components';
import { texts } from '../../texts.ts';
import { Mark } from '../../ui/Logo.tsx';
import { useMessagePageStyles } from './startup.styles.ts';
import { SignInButton } from './SignInButton.tsx';

interface SignedOutProps {
  place: 'teams' | 'browser';
  reason: string | undefined;
  /** Whether the identity provider is the sandbox's own, on this machine. */
  sandbox: boolean;
}

/** Where a plain browser begins, and where signing out ends. */
export default function SignedOutScreen({ place, reason, sandbox }: SignedOutProps) {
  const styles = useMessagePageStyles();
  const inTeams = place === 'teams';
  return (
    <main className={styles.page}>
      <Mark size={56} />
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
    </main>
  );
}
