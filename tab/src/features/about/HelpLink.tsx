import { Link } from '@fluentui/react-components';
import { openPanel } from '../../shell/dialogs.ts';
import { texts } from '../../texts.ts';

/** Opens the help pages. */
export function HelpLink() {
  return (
    <Link as="button" appearance="subtle" onClick={() => openPanel({ name: 'help' })}>
      {texts.shell.needHelp}
    </Link>
  );
}
