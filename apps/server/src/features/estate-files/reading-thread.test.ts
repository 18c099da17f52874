import { expect, it } from 'vitest';
import { readInThread } from './reading-thread.ts';

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const ask = `import { parentPort, workerData } from 'node:worker_threads';`;

it('reads one file after the other in threads of their own', async () => {
  const read = readInThread(
    program(`${ask} setTimeout(() => parentPort.postMessage([{ line: Date.now(), path: '', message: workerData }]),
      workerData === 'first' ? 50 : 0);`),
  );
  const [first, second] = await Promise.all([read('first'), read('second')]);
  expect([first, second]).toMatchObject([[{ message: 'first' }], [{ message: 'second' }]]);
  expect((first as { line: number }[])[0]!.line).toBeLessThanOrEqual((second as { line: number }[])[0]!.line);
});

it('gives a file up that its thread cannot read, and reads the next', async () => {
  const read = readInThread(
    program(`${ask} if (workerData === 'bad') throw new RangeError('deep'); parentPort.postMessage([]);`),
  );
  await expect(read('bad')).rejects.toMatchObject({
    code: 'invalid',
    message: 'The file is too complicated to be read.',
  });
  await expect(read('good')).resolves.toEqual([]);
});
