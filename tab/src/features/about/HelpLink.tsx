import { Link } from '@fluentui/react-components';
import { openDialog } from '../../shell/dialogs.ts';
import { texts } from '../../texts.ts';

/** Opens the help pages. */
export function HelpLink() {
  return (
    <Link as="button" appearance="subtle" onClick={() => openDialog({ name: 'help' })}>
      {texts.shell.needHelp}
    </Link>
  );
}
