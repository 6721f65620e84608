import * as mediaCaptions from 'media-captions';
import type { TextPart } from '#contract/files/locations.ts';
import { MAX_SPEAKER } from '#contract/files/locationTexts.ts';
import { truncate } from '#contract/text/text.ts';
import { tidyText } from './tidyText.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { FormatContext, Summary } from './format.ts';
import { decodeText } from './plainText.ts';

type CueNode = { type: 'text'; data: string } | { type: 'v'; voice: string; children: CueNode[] } | OtherNode;
type OtherNode = { type: 'c' | 'i' | 'b' | 'u' | 'ruby' | 'rt' | 'lang' | 'timestamp'; children: CueNode[] };

interface Cue {
  startTime: number;
  endTime: number;
}

// The package's own declarations re-export files without their endings, which Node's resolution does not find.
const { parseText, tokenizeVTTCue } = mediaCaptions as unknown as {
  parseText(text: string, options: { type: 'vtt' | 'srt'; strict: boolean; errors: boolean }): Promise<{ cues: Cue[] }>;
  tokenizeVTTCue(cue: Cue): CueNode[];
};

/** A turn of one speaker is split after this time, so that a citation leads to the right minute. */
const MAX_TURN_S = 120;

interface Turn {
  from: number;
  to: number;
  speaker: string;
  text: string[];
}

/**
 * Reads the transcript of a recording (WebVTT, SRT), one part per turn of a speaker. Teams names the speaker of each line
 * (`<v Ada Moreau>`), unless the organization hides names.
 */
export async function* readTranscript(
  bytes: Buffer,
  { type, limits, unread }: FormatContext,
): AsyncGenerator<TextPart, Summary> {
  const text = decodeText(bytes, limits, unread);
  const parts = await parseTranscript(text, type === 'SRT' ? 'srt' : 'vtt');
  if (parts === null && tidyText(text) !== '')
    throw new ExtractionError('broken', { reason: 'The file has no lines with times, as a transcript has.' });
  yield* parts ?? [];
  return { pages: null };
}

/** The turns of a transcript; null if no line has a time. */
export async function parseTranscript(text: string, type: 'srt' | 'vtt'): Promise<TextPart[] | null> {
  const { cues } = await parseText(text, { type, strict: false, errors: false });
  if (cues.length === 0) return null;
  return [...joinTurns(cues)].flatMap(({ from, to, speaker, text: lines }): TextPart[] => {
    const said = tidyText(lines.join('\n'));
    const location = { kind: 'time' as const, from, to, ...(speaker && { speaker }) };
    return said === '' ? [] : [{ location, text: speaker ? `${speaker}: ${said}` : said }];
  });
}

function* joinTurns(cues: readonly Cue[]): Generator<Turn> {
  let turn: Turn | undefined;
  for (const cue of cues) {
    const { speaker, text } = readCue(cue);
    if (turn && turn.speaker === speaker && cue.endTime - turn.from <= MAX_TURN_S) {
      turn.to = Math.max(turn.to, cue.endTime);
      turn.text.push(text);
      continue;
    }
    if (turn) yield turn;
    turn = { from: cue.startTime, to: Math.max(cue.startTime, cue.endTime), speaker, text: [text] };
  }
  if (turn) yield turn;
}

function readCue(cue: Cue): { speaker: string; text: string } {
  const nodes = tokenizeVTTCue(cue);
  const voice = nodes.find((node) => node.type === 'v');
  return {
    speaker: voice?.type === 'v' ? truncate(tidyText(voice.voice), MAX_SPEAKER) : '',
    text: nodes.map(readNode).join(''),
  };
}

function readNode(node: CueNode): string {
  return node.type === 'text' ? node.data : node.children.map(readNode).join('');
}
