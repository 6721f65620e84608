import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readUpload } from './readUpload.ts';

it('an upload fails if its form is interrupted before the file is read, and the process of the API keeps running', async () => {
  const request = new IncomingMessage(new Socket());
  request.headers['content-type'] = 'multipart/form-data; boundary=x';
  const opened = Promise.withResolvers<void>();
  const upload = readUpload(request, () => {
    opened.resolve();
    return new Promise(() => undefined);
  });
  request.push('--x\r\nContent-Disposition: form-data; name="file"; filename="a.pptx"\r\n\r\nPK');
  await opened.promise;
  request.destroy();
  await expect(upload).rejects.toMatchObject({ code: expect.any(String) });
  // Waits for the error of the file's stream, which comes later and would be an uncaught exception without a listener.
  await new Promise((resolve) => setImmediate(resolve));
});
