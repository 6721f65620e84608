import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { MouseEvent, ReactNode } from 'react';
import { openLink } from '../../../shell/openLink.ts';
import { hostOf, namesHost } from './links.rules.ts';

const useStyles = makeStyles({
  host: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface AnswerLinkProps {
  address: string;
  /** The link's words as plain text. */
  words: string;
  children: ReactNode;
}

/** A link that says where it leads. What is no address of the web, of mail or of the answer itself is only its words. */
export function AnswerLink({ address, words, children }: AnswerLinkProps) {
  const styles = useStyles();
  const host = hostOf(address);
  if (address.startsWith('#')) return <Link href={address}>{children}</Link>;
  if (host === null && !address.startsWith('mailto:')) return <span>{children}</span>;
  const open = (event: MouseEvent) => {
    event.preventDefault();
    openLink(address);
  };
  return (
    <>
      <Link inline href={address} target="_blank" rel="noopener noreferrer" onClick={open}>
        {children}
      </Link>
      {host !== null && !namesHost(words, host) && <bdi className={styles.host}> ({host})</bdi>}
    </>
  );
}
