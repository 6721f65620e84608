import { Button, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { signIn } from '#tab/state/session.actions.ts';
import { useStartupStyles } from './startup.styles.ts';

/** Starts sign-in and shows a spinner while it runs. */
export function SignInButton({ label }: { label: string }) {
  const styles = useStartupStyles();
  const [isSigningIn, setIsSigningIn] = useState(false);
  async function startSignIn() {
    setIsSigningIn(true);
    await signIn();
    setIsSigningIn(false);
  }
  return (
    <Button
      appearance="primary"
      size="large"
      className={styles.action}
      disabledFocusable={isSigningIn}
      icon={isSigningIn ? <Spinner size="tiny" /> : null}
      onClick={() => void startSignIn()}
    >
      {label}
    </Button>
  );
}
