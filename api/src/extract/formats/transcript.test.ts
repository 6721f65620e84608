import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

const read = async (text: string, name = 'Weekly.vtt') =>
  readInProcess({ path: await files.write(Buffer.from(text)), name });

describe('a transcript', () => {
  it('is read by turns with their time and speaker', async () => {
    const { parts } = await read(
      [
        'WEBVTT',
        'NOTE made by Teams',
        '1\n00:00:03.000 --> 00:00:05.500\n<v Ada Moreau>Good morning, R&amp;D.</v>',
        '2\n00:00:05.600 --> 00:00:09.000\n<v Ada Moreau>Let us <b>start</b>.</v>',
        '3\n00:00:09.100 --> 01:01:10.000\n<v بن>الميزانية</v>',
      ].join('\n\n'),
    );
    expect(parts).toEqual([
      {
        location: { kind: 'time', from: 3, to: 9, speaker: 'Ada Moreau' },
        text: 'Ada Moreau: Good morning, R&D.\nLet us start.',
      },
      { location: { kind: 'time', from: 9.1, to: 3670, speaker: 'بن' }, text: 'بن: الميزانية' },
    ]);
  });

  it('splits a long turn after two minutes', async () => {
    const cue = (minute: number) => `00:0${minute}:00.000 --> 00:0${minute}:50.000\n<v Ada>Part ${minute}.</v>`;
    const { parts } = await read(`WEBVTT\n\n${[0, 1, 2, 3].map(cue).join('\n\n')}`);
    expect(parts.map(({ text }) => text)).toEqual(['Ada: Part 0.\nPart 1.', 'Ada: Part 2.\nPart 3.']);
  });

  it('without names of speakers, or as SRT, is read by time', async () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello there\n\n2\n00:00:03,000 --> 00:00:04,000\nAgain\n';
    const { type, parts } = await read(srt, 'film.srt');
    expect(type).toBe('SRT');
    expect(parts).toEqual([{ location: { kind: 'time', from: 1, to: 4 }, text: 'Hello there\nAgain' }]);
  });

  it('without times is rejected', async () => {
    await expect(read('Just a text.')).rejects.toMatchObject({
      reason: 'The file has no lines with times, as a transcript has.',
    });
  });

  it('cuts a speaker’s name that is too long to be one', async () => {
    const { parts } = await read(`WEBVTT\n\n00:01.000 --> 00:02.000\n<v ${'A'.repeat(5_000)}>Text</v>`);
    expect(parts[0]!.location).toMatchObject({ speaker: 'A'.repeat(100) });
  });
});
