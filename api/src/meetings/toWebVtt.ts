const TIMING = /^(?:\d+:)?\d+:\d+(?:\.\d+)? +--> +(?:\d+:)?\d+:\d+(?:\.\d+)?/;

/**
 * Returns a transcript of Graph as WebVTT. The format without speakers has no header, and an empty line between the time
 * and the words, which a WebVTT reader takes for an empty cue.
 */
export function toWebVtt(text: string): string {
  const lines = text.replace(/^\u{feff}/u, '').split(/\r\n|\r|\n/);
  const joined = lines.filter((line, index) => line.trim() !== '' || !TIMING.test(lines[index - 1] ?? ''));
  const vtt = joined.map((line) => (TIMING.test(line) ? padTimes(line) : line)).join('\n');
  return vtt.startsWith('WEBVTT') ? vtt : `WEBVTT\n\n${vtt}`;
}

/** Graph has also written times such as `0:0:5.32`, which are not valid in WebVTT. */
function padTimes(line: string): string {
  return line.replace(/\d+(?::\d+){1,2}(?:\.\d+)?/g, (time) => {
    const [clock = '', fraction = ''] = time.split('.');
    const numbers = clock.split(':').map((part) => part.padStart(2, '0'));
    return `${numbers.join(':')}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  });
}
