import { render } from '@testing-library/react';
import { AnswerMarkdown } from './AnswerMarkdown.tsx';

let read = 0;
jest.mock('react-markdown', () => ({
  __esModule: true,
  default: ({ children }: { children: string }) => {
    read += children.length;
    return <p>{children}</p>;
  },
}));

const paragraph = 'Some **bold** words with a [link](https://northwind.example) and `code`, and a few more.\n\n';
const answer = paragraph.repeat(Math.ceil(50_000 / paragraph.length));
const PIECE = 40;

it('parses a streamed 50 KB answer little more than once', () => {
  const { rerender } = render(<AnswerMarkdown text="" streaming numbers={[]} />);
  let everyTime = 0;
  for (let length = PIECE; length < answer.length + PIECE; length += PIECE) {
    const text = answer.slice(0, length);
    everyTime += text.length;
    rerender(<AnswerMarkdown text={text} streaming numbers={[]} />);
  }
  expect(read).toBeLessThan(answer.length * 4);
  expect(read).toBeLessThan(everyTime / 100);
});
