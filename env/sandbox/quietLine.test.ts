import { quietLine } from './quietLine.ts';

const entry = (level: number, more: object = {}) =>
  JSON.stringify({ level, msg: 'The model server was slow', ...more });

describe('what a person sees of the log', () => {
  it('is nothing as long as all is well', () => {
    expect(quietLine(entry(30), undefined)).toBeNull();
    expect(quietLine('', undefined)).toBeNull();
  });

  it('is a warning in words, with its reason', () => {
    expect(quietLine(entry(40), undefined)).toBe('warning: The model server was slow');
    expect(quietLine(entry(50, { error: { message: 'socket closed' } }), undefined)).toBe(
      'error: The model server was slow (socket closed)',
    );
  });

  it('is more when somebody asks for more, and less when for less', () => {
    expect(quietLine(entry(30), 'info')).toBe('note: The model server was slow');
    expect(quietLine(entry(40), 'error')).toBeNull();
  });

  it('is a line that is no log entry, word for word', () => {
    expect(quietLine('The environment is not complete:', undefined)).toBe('The environment is not complete:');
    expect(quietLine('{"level": 50, "msg": "cut o', undefined)).toBe('{"level": 50, "msg": "cut o');
    expect(quietLine('{"answer": 42}', undefined)).toBe('{"answer": 42}');
  });

  it('is not what Node says of its own experiments', () => {
    expect(quietLine('(node:4711) ExperimentalWarning: Type stripping', undefined)).toBeNull();
    expect(quietLine('(Use `node --trace-warnings ...` to show where)', undefined)).toBeNull();
  });
});
