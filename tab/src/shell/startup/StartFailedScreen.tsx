import { Text, Title3 } from '@fluentui/react-components';
import { texts } from '../../texts.ts';
import { Mark } from '../../ui/Logo.tsx';
import { useMessagePageStyles } from './startup.styles.ts';
import { SignInButton } from './SignInButton.tsx';

/** A start that did not work out, with what is known of why. */
export default function FailedScreen({ detail }: { detail: string }) {
  const styles = useMessagePageStyles();
  return (
    <main className={styles.page}>
      <Mark size={56} />
      <Title3 as="h1">{texts.session.failedTitle}</Title3>
      <Text align="center" className={styles.line} role="alert">
        {detail}
      </Text>
      <SignInButton label={texts.session.retry} />
    </main>
  );
}
