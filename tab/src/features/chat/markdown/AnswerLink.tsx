import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { MouseEvent, ReactNode } from 'react';
import { openLink } from '#tab/shell/openLink.ts';
import { getHost, namesHost } from './links.rules.ts';

const useStyles = makeStyles({
  host: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface AnswerLinkProps {
  address: string;
  /** The link text as plain text. */
  words: string;
  children: ReactNode;
}

/** A link with its host. Addresses other than web, mail and anchors of the answer are shown as plain text. */
export function AnswerLink({ address, words, children }: AnswerLinkProps) {
  const styles = useStyles();
  const host = getHost(address);
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
