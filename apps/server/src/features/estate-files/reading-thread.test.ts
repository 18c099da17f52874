import { expect, it } from 'vitest';
import { readInThread } from './reading-thread.ts';

const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const ask = `import { parentPort, workerData } from 'node:worker_threads';`;

it('reads each file in its own thread, one at a time', async () => {
  const read = readInThread(
    program(`${ask} setTimeout(() => parentPort.postMessage([{ line: Date.now(), path: '', message: workerData }]),
      workerData === 'first' ? 50 : 0);`),
  );
  const [first, second] = await Promise.all([read('first', 'a'), read('second', 'a')]);
  expect([first, second]).toMatchObject([[{ message: 'first' }], [{ message: 'second' }]]);
  expect((first as { line: number }[])[0]!.line).toBeLessThanOrEqual((second as { line: number }[])[0]!.line);
});

it('gives up on a file that its thread cannot read, and reads the next', async () => {
  const read = readInThread(
    program(`${ask} if (workerData === 'bad') throw new RangeError('deep'); parentPort.postMessage([]);`),
  );
  await expect(read('bad', 'a')).rejects.toMatchObject({
    code: 'invalid',
    message: 'The file is too complex to read.',
  });
  await expect(read('good', 'a')).resolves.toEqual([]);
});

it('gives up on a file whose thread exits silently', async () => {
  const read = readInThread(program(`${ask} if (workerData !== 'quiet') parentPort.postMessage([]);`));
  await expect(read('quiet', 'a')).rejects.toMatchObject({ code: 'invalid' });
  await expect(read('loud', 'a')).resolves.toEqual([]);
});

it('lets organizations take turns, however many files one of them sends', async () => {
  const read = readInThread(program(`${ask} parentPort.postMessage([]);`));
  const order: string[] = [];
  const sent = ['a 1', 'a 2', 'a 3', 'a 4', 'b 1', 'b 2'].map((name) =>
    read(name, name.slice(0, 1)).then(() => order.push(name)),
  );
  await Promise.all(sent);
  expect(order).toEqual(['a 1', 'a 2', 'b 1', 'a 3', 'b 2', 'a 4']);
});
