import { toOrderedText } from './readingOrder.ts';
import type { TextRun } from './textRun.ts';

const SIZE = 10;

/** A character that is drawn separately, in a font for horizontal lines; `y` is its lower end. */
function sign(text: string, x: number, y: number, changes: Partial<TextRun> = {}): TextRun {
  return { text, x, y, width: SIZE, height: SIZE, upright: true, endsLine: true, ...changes };
}

/** Characters of a font for vertical columns: `x` is their middle, `y` their upper end. */
const inVerticalFont = (text: string, x: number, y: number): TextRun =>
  sign(text, x + SIZE / 2, y, { columnHeight: SIZE * text.length, endsLine: false });

const column = (text: string, x: number) => [...text].map((each, index) => sign(each, x, 100 + index * SIZE));

const read = (runs: TextRun[]) => toOrderedText(runs).trim().split('\n');

it('columns of Japanese that are drawn character by character become lines', () => {
  expect(read([...column('青色の灯火', 300), ...column('歩行者は進む', 280)])).toEqual(['青色の灯火', '歩行者は進む']);
});

it('punctuation in a vertical font stays in its column', () => {
  const runs = [
    ...column('青色', 300),
    sign('', 300, 111, { width: 0 }),
    inVerticalFont('「', 300, 111),
    inVerticalFont('灯火', 300, 121),
    ...['を', '見', 'る'].map((each, index) => sign(each, 300, 155 + index * SIZE)),
  ];
  expect(read(runs)).toEqual(['青色「灯火を見る']);
});

it('blanks between the letters of a vertical font are removed', () => {
  expect(read([inVerticalFont('N o r t h', 300, 100), inVerticalFont('P i e r', 300, 300)])).toEqual(['North', 'Pier']);
});

it('the numbers of a Chinese list stay with their lines', () => {
  const runs = ['一', '二', '三'].flatMap((label, index) => [
    sign(label, 50, 100 + index * 20, { endsLine: false }),
    sign('请在星期五之前回复', 90, 100 + index * 20, { width: 90 }),
  ]);
  expect(read(runs)).toEqual(['一 请在星期五之前回复', '二 请在星期五之前回复', '三 请在星期五之前回复']);
});

it('a blank after a single character of a line is kept', () => {
  const runs = [
    sign('年', 50, 100, { endsLine: false }),
    sign(' ', 60, 100, { width: 3, endsLine: false }),
    sign('2026', 63, 100, { width: 20 }),
  ];
  expect(read(runs)).toEqual(['年 2026']);
});

it('a horizontal line that is drawn character by character stays a line', () => {
  const runs = [...'会議は三時'].map((each, index) => sign(each, 50 + index * SIZE, 100, { endsLine: index === 4 }));
  expect(read(runs)).toEqual(['会議は三時']);
});
