import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';

interface ErrorMessageProps {
  text: string;
  retry?: { label: string; action: () => void };
}

/** An error message with an optional retry button. */
export function ErrorMessage({ text, retry }: ErrorMessageProps) {
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
