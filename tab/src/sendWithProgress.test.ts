import { sendWithProgress } from './sendWithProgress.ts';

/** A request whose events a test fires. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  upload = new EventTarget();
  open = jest.fn();
  setRequestHeader = jest.fn();
  send = jest.fn();
  constructor() {
    super();
    FakeRequest.last = this;
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
}

const realRequest = window.XMLHttpRequest;
beforeEach(() => {
  window.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  window.XMLHttpRequest = realRequest;
});

it('reports each percent once', () => {
  const percents: number[] = [];
  const init = { headers: { authorization: 'Bearer x' } };
  void sendWithProgress('/jobs', init, (percent) => percents.push(percent));
  const request = FakeRequest.last;
  for (const loaded of [1, 500, 504, 1_000])
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 1_000 }));
  expect(percents).toEqual([50, 100]);
  expect(request.setRequestHeader).toHaveBeenCalledWith('authorization', 'Bearer x');
});

it('rejects when the connection fails, and with the reason of the person who removed the file', async () => {
  const lost = sendWithProgress('/jobs', {}, () => undefined);
  FakeRequest.last.dispatchEvent(new Event('error'));
  await expect(lost).rejects.toThrow(TypeError);
  const controller = new AbortController();
  const removed = sendWithProgress('/jobs', { signal: controller.signal }, () => undefined);
  controller.abort(new Error('Ada removed it'));
  await expect(removed).rejects.toThrow('Ada removed it');
});
