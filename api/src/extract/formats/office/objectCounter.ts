import type { UnreadKind } from '#contract/files/unread.ts';
import { getAttribute } from './xml.ts';

const RECORDINGS: ReadonlySet<string> = new Set(
  'videoFile audioFile wavAudioFile quickTimeFile audioCd webVideoPr'.split(' '),
);
/** Elements that show one thing in several ways, of which one counts: a picture stands for the object or diagram of its parent. */
const HOSTS: ReadonlySet<string> = new Set(['object', 'oleObj', 'Fallback']);

/**
 * Counts the objects in DOCX, PPTX and XLSX from which no text is read: pictures without a description, recordings and
 * embedded objects. Receives the elements of a part in document order.
 */
export class ObjectCounter {
  private readonly count: (kind: UnreadKind) => void;
  private readonly pictures: { isCounted: boolean }[] = [];
  private hosts = 0;
  /** Whether the current drawing of Word has a description. */
  private isDescribed = false;

  constructor(count: (kind: UnreadKind) => void) {
    this.count = count;
  }

  open(name: string, attributes: Record<string, string>): void {
    const isRepeated = this.hosts > 0;
    if (HOSTS.has(name)) this.hosts += 1;
    const picture = this.pictures.at(-1);
    if (name === 'drawing' || name === 'docPr') this.isDescribed = hasDescription(attributes);
    else if (name === 'pic') this.pictures.push({ isCounted: !this.isDescribed && !isRepeated });
    else if (name === 'cNvPr' && picture && hasDescription(attributes)) picture.isCounted = false;
    else if (RECORDINGS.has(name)) {
      this.count('recording');
      if (picture) picture.isCounted = false;
    } else if (name === 'OLEObject' || name === 'oleObj')
      this.count(isEquation(attributes) ? 'equation' : 'embeddedObject');
    else if (name === 'control' || name === 'model3d') this.count('embeddedObject');
    else if ((name === 'imagedata' || name === 'contentPart') && !isRepeated) this.count('picture');
  }

  close(name: string): void {
    if (HOSTS.has(name)) this.hosts -= 1;
    if (name === 'drawing') this.isDescribed = false;
    if (name === 'pic' && this.pictures.pop()?.isCounted) this.count('picture');
  }
}

const hasDescription = ({ descr = '', title = '' }: Record<string, string>) => (descr || title).trim() !== '';

/** Older versions of Word keep equations as objects of Equation Editor or MathType. */
const isEquation = (attributes: Record<string, string>) =>
  /^Equation/i.test(getAttribute(attributes, 'ProgID') ?? getAttribute(attributes, 'progId') ?? '');
