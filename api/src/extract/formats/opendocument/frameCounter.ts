import type { UnreadKind } from '#contract/files/unread.ts';

/** What the open frame contains. A picture in it can stand for an object or a recording. */
interface Frame {
  hasPicture: boolean;
  hasRecording: boolean;
  hasObject: boolean;
  isDescribed: boolean;
}

/** Counts the pictures without a description and the recordings in the frames of an Open Document. */
export class FrameCounter {
  private readonly frames: Frame[] = [];
  private readonly countUnread: (kind: UnreadKind) => void;

  constructor(countUnread: (kind: UnreadKind) => void) {
    this.countUnread = countUnread;
  }

  open(name: string): void {
    if (name === 'frame')
      this.frames.push({ hasPicture: false, hasRecording: false, hasObject: false, isDescribed: false });
    const frame = this.frames.at(-1);
    if (!frame) return;
    if (name === 'image') frame.hasPicture = true;
    else if (name === 'plugin') frame.hasRecording = true;
    else if (name === 'object' || name === 'object-ole') frame.hasObject = true;
    else if (name === 'desc') frame.isDescribed = true;
  }

  close(name: string): void {
    const frame = name === 'frame' ? this.frames.pop() : undefined;
    if (frame?.hasRecording) this.countUnread('recording');
    else if (frame?.hasPicture && !frame.hasObject && !frame.isDescribed) this.countUnread('picture');
  }
}
