import { toWebVtt } from './toWebVtt.ts';

it('adds a header, and joins a time with its words', () => {
  const plain = '00:00:01.000 --> 00:00:02.000\r\n\r\nGood morning.\r\n\r\n00:00:03.000 --> 00:00:04.000\r\n\r\nBye.';
  expect(toWebVtt(plain)).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nGood morning.\n\n00:00:03.000 --> 00:00:04.000\nBye.',
  );
});

it('keeps WebVTT, and makes short times valid', () => {
  expect(toWebVtt('WEBVTT\n\n0:0:0.0 --> 0:0:5.32\n<v Ada>At 0:5 we start.</v>')).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:05.320\n<v Ada>At 0:5 we start.</v>',
  );
});
