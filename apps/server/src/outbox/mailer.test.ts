import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openMailer } from './mailer.ts';

it('[S66] gives up on an email when the server keeps responding but never finishes', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {}).write('220 here\r\n');
    const timer = setInterval(() => socket.resume().write('250-wait\r\n'), 20);
    socket.once('close', () => clearInterval(timer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const mailer = openMailer(`smtp://127.0.0.1:${port}`, { name: '', address: 'a@example.com' }, 300);
  const mail = { id: '1', to: 'b@example.com', subject: 's', text: 't', html: null, createdAt: new Date() };
  await expect(mailer.send(mail)).rejects.toThrow('took too long');
  await expect.poll(() => sockets.length > 0 && sockets.every((socket) => socket.destroyed)).toBe(true);
  mailer.close();
  server.close();
});
