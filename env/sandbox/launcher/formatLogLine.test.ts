import { formatLogLine } from './formatLogLine.ts';

const entry = (level: number, more: object = {}) =>
  JSON.stringify({ level, msg: 'The model server was slow', ...more });

describe('a line of the log', () => {
  it('is hidden if it is not a warning', () => {
    expect(formatLogLine(entry(30), undefined)).toBeNull();
    expect(formatLogLine('', undefined)).toBeNull();
  });

  it('is shown as plain text with its reason if it is a warning', () => {
    expect(formatLogLine(entry(40), undefined)).toBe('warning: The model server was slow');
    expect(formatLogLine(entry(50, { error: { message: 'socket closed' } }), undefined)).toBe(
      'error: The model server was slow (socket closed)',
    );
  });

  it('is shown or hidden according to the configured level', () => {
    expect(formatLogLine(entry(30), 'info')).toBe('note: The model server was slow');
    expect(formatLogLine(entry(40), 'error')).toBeNull();
  });

  it('is shown unchanged if it is not a log entry', () => {
    expect(formatLogLine('The environment is not complete:', undefined)).toBe('The environment is not complete:');
    expect(formatLogLine('{"level": 50, "msg": "cut o', undefined)).toBe('{"level": 50, "msg": "cut o');
    expect(formatLogLine('{"answer": 42}', undefined)).toBe('{"answer": 42}');
  });

  it('is hidden if it is one of Node’s experimental warnings', () => {
    expect(formatLogLine('(node:4711) ExperimentalWarning: Type stripping', undefined)).toBeNull();
    expect(formatLogLine('(Use `node --trace-warnings ...` to show where)', undefined)).toBeNull();
  });
});
