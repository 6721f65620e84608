/** Turns progress callbacks into a generator. Yields the latest progress and returns the result of the work. */
export async function* withProgress<Progress, Result>(
  work: (onProgress: (progress: Progress) => void) => Promise<Result>,
): AsyncGenerator<Progress, Result> {
  const pending: Progress[] = [];
  let isDone = false;
  let wake = () => {};
  const result = work((progress) => {
    pending.push(progress);
    wake();
  });
  const finish = () => {
    isDone = true;
    wake();
  };
  void result.then(finish, finish);
  while (!isDone) {
    if (pending.length > 0) yield pending.splice(0).at(-1) as Progress;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
  return result;
}
