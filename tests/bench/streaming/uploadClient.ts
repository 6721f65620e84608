import { request } from 'node:http';

/** Sends many uploads at once from a separate process, so that only the API's memory is measured. */
export interface UploadPlan {
  url: string;
  path: string;
  /** One token per upload. */
  tokens: string[];
  bytes: number;
}

/** The status of each upload; 0 if the connection broke. */
export type UploadReport = number[];

const RETRY_MS = 1_000;
const PIECE = Buffer.alloc(256 * 1024, 'Uploaded bytes. ');

process.on('message', (plan: UploadPlan) => {
  Promise.all(plan.tokens.map((token, index) => uploadWithRetry(plan, token, index))).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on('disconnect', () => process.exit());

/** The server refuses a person's fifth upload while four are in progress; the tab tries it again, too. */
async function uploadWithRetry(plan: UploadPlan, token: string, index: number): Promise<number> {
  for (;;) {
    const status = await upload(plan, token, index);
    if (status !== 429) return status;
    await new Promise((wake) => setTimeout(wake, RETRY_MS));
  }
}

function upload({ url, path, bytes }: UploadPlan, token: string, index: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' };
  return new Promise((resolve) => {
    const call = request(`${url}${path}`, { method: 'POST', agent: false, headers }, (response) => {
      response.resume();
      // A refused upload is not sent to its end.
      if (response.statusCode !== 200) call.destroy();
      resolve(response.statusCode ?? 0);
    });
    call.once('error', () => resolve(0));
    call.write('--x\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n');
    // Different content, so that each is stored.
    const first = Buffer.alloc(8);
    first.writeDoubleLE(index);
    call.write(first);
    let remaining = bytes - first.length;
    const send = () => {
      while (remaining > 0) {
        const piece = PIECE.subarray(0, Math.min(remaining, PIECE.length));
        remaining -= piece.length;
        if (!call.write(piece)) return void call.once('drain', send);
      }
      call.end('\r\n--x--\r\n');
    };
    send();
  });
}
