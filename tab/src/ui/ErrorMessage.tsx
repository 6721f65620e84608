import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';

interface ErrorLineProps {
  text: string;
  retry?: { label: string; action: () => void };
}

/** What went wrong, where it went wrong, with the way on. */
export function ErrorLine({ text, retry }: ErrorLineProps) {
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>{text}</MessageBarBody>
      {retry && (
        <MessageBarActions>
          <Button size="small" onClick={retry.action}>
            {retry.label}
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  );
}
