import { Text, Title3 } from '@fluentui/react-components';
import { texts } from '#tab/texts.ts';
import { Logo } from '#tab/ui/Logo.tsx';
import { useStartupStyles } from './startup.styles.ts';
import { HelpLinks } from './HelpLinks.tsx';
import { SignInButton } from './SignInButton.tsx';

export default function StartFailedScreen({ detail }: { detail: string }) {
  const styles = useStartupStyles();
  return (
    <main className={styles.page}>
      <Logo size={56} />
      <Title3 as="h1">{texts.session.failedTitle}</Title3>
      <Text align="center" className={styles.line} role="alert">
        {detail}
      </Text>
      <SignInButton label={texts.session.retry} />
      <HelpLinks />
    </main>
  );
}
