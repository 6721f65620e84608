/** A line with the time of a cue, such as `00:00:06.000 --> 00:00:12.000`. */
const TIMING = /^([\d:.]{3,20}) --> ([\d:.]{3,20})/;

/**
 * Returns a transcript of Graph as WebVTT. The format without speakers has no header, and an empty line between the time
 * and the words, which a WebVTT reader takes for an empty cue.
 */
export function toWebVtt(text: string): string {
  const lines = text.replace(/^\u{feff}/u, '').split(/\r\n|\r|\n/);
  const joined = lines.filter((line, index) => line.trim() !== '' || !TIMING.test(lines[index - 1] ?? ''));
  const vtt = joined.map(padTimes).join('\n');
  return vtt.startsWith('WEBVTT') ? vtt : `WEBVTT\n\n${vtt}`;
}

/** Graph has also written times such as `0:0:5.32`, which are not valid in WebVTT. */
function padTimes(line: string): string {
  const [, from, to] = TIMING.exec(line) ?? [];
  return from && to ? `${padTime(from)} --> ${padTime(to)}` : line;
}

function padTime(time: string): string {
  const [clock = '', fraction = ''] = time.split('.');
  const numbers = clock.split(':').map((part) => part.padStart(2, '0'));
  return `${numbers.join(':')}.${fraction.slice(0, 3).padEnd(3, '0')}`;
}
