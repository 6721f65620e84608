import { isSafeToSend } from '#contract/hosts.ts';
import type { FoundPassage } from '#api/answers/functionCalls.ts';

interface Data {
  id: string;
  name: string;
  /** The kind of source, such as `MAIL`, in upper case like the types of files. */
  type: string;
  text: string;
  /** The origin of the passage, in words. */
  place?: string;
  link?: string;
  date?: string;
  /** Handle with which another function reads the whole source. */
  handle?: string;
}

/** A passage that is not from a file, such as a mail. It opens its address, if it has one. */
export function createDataPassage({ id, name, type, text, place = '', link = '', date, handle }: Data): FoundPassage {
  const canOpen = isSafeToSend(link);
  return {
    fileId: id,
    fileName: name,
    fileType: type,
    location: { kind: 'whole' },
    place,
    text,
    link: canOpen ? link : null,
    lastModified: date || null,
    site: null,
    opens: canOpen ? 'link' : 'nothing',
    ...(handle && { handle }),
  };
}
