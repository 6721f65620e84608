import type { Source } from '#contract/runs/functionCalls.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { openLink } from '#tab/shell/openLink.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { openInSharePoint, openInViewer } from '#tab/features/workspace/viewer/viewer.actions.ts';
import { canOpenSource } from './citations.rules.ts';

/** A source with the passage to show. */
type SourceWithPassage = Source & { quote: string; standing?: Citation['standing'] };

/** Opens a file in the workspace, at the passage. Opens other sources, such as a mail, at their address. */
export function openSource(source: SourceWithPassage): void {
  const { fileid, filename, datatype, pagenumber, quote, location, site, standing, opens, link } = source;
  if (!canOpenSource(source)) return;
  // The viewer reads a file of Microsoft 365 like an added one, which the organization can switch off.
  const canRead = getActiveSession(session.status)?.organization.features.uploadBlob ?? false;
  if (link !== null && (opens === 'link' || (opens === 'graphFile' && !canRead))) return openLink(link);
  void openInViewer({
    fileId: fileid,
    fileName: filename,
    fileType: datatype,
    ...(standing === undefined ? {} : { standing }),
    ...(pagenumber === null ? {} : { page: pagenumber }),
    ...(quote === '' ? {} : { quote }),
    ...(location === '' ? {} : { location }),
    ...(site === null ? {} : { site }),
  });
}

/** Opens the file of a citation in the workspace, at the cited passage. */
export function openCitation(citation: Citation): void {
  openSource(citation);
}

/** Opens the file of a citation in SharePoint, where only files of a site are stored. */
export function openCitedFile({ fileid, site }: Citation): void {
  if (site !== null) void openInSharePoint({ fileId: fileid, site });
}
