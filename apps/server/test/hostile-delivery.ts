import { connect, type Socket } from 'node:net';
import type { HostileRequest } from './hostile-requests.ts';

const patienceMs = 20_000;
const maxHalfOpen = 150;
const halfOpen: Socket[] = [];

/** Sends it in its manner, and returns the status of the first response, or how the connection ended. */
export function deliver(port: number, { bytes, manner, cutAt }: HostileRequest): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    const settle = () => {
      clearTimeout(timer);
      resolve(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? manner);
    };
    const timer = setTimeout(() => socket.destroy(), patienceMs);
    socket.on('error', () => {}).once('close', settle);
    socket.on('data', (chunk: Buffer) => {
      if (answer.length < 20) answer += chunk.toString('latin1');
    });
    socket.once('connect', () => {
      const sent = bytes.subarray(0, cutAt);
      switch (manner) {
        case 'whole':
          socket.write(sent);
          break;
        case 'ended':
          socket.end(sent);
          break;
        case 'reset':
          socket.write(sent, () => setImmediate(() => socket.resetAndDestroy()));
          break;
        case 'reset later':
          socket.write(sent);
          setTimeout(() => socket.resetAndDestroy(), 20);
          break;
        case 'half open':
          socket.write(sent);
          halfOpen.push(socket);
          if (halfOpen.length > maxHalfOpen) halfOpen.shift()?.resetAndDestroy();
          socket.off('close', settle);
          settle();
          break;
      }
    });
  });
}
