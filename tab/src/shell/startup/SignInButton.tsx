import { Button, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { signIn } from '../../state/session.actions.ts';
import { useMessagePageStyles } from './startup.styles.ts';

/** Signs in, and shows that it is on its way. */
export function SignInButton({ label }: { label: string }) {
  const styles = useMessagePageStyles();
  const [waiting, setWaiting] = useState(false);
  async function begin() {
    setWaiting(true);
    await signIn();
    setWaiting(false);
  }
  return (
    <Button
      appearance="primary"
      size="large"
      className={styles.action}
      disabledFocusable={waiting}
      icon={waiting ? <Spinner size="tiny" /> : null}
      onClick={() => void begin()}
    >
      {label}
    </Button>
  );
}
