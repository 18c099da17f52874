import type { ErrorReply } from '@atrium/contract/envelope';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Connections that Node detaches from HTTP. From then on only we receive their errors, and an unhandled error ends the
 * process: so a listener is attached first, whatever serves the connection afterward.
 */
export function ownRawSockets(server: Server, servesUpgrade: (path: string) => boolean): void {
  server.on('connection', knowAddress);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    hearErrors(socket);
    if (!servesUpgrade(request.url ?? '')) refuseRaw(socket, 400, 'This address does not support another protocol.');
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    hearErrors(socket);
    refuseRaw(socket, 405, 'This server is not a proxy.');
  });
}

/** For requests that are not valid HTTP. A connection that was reset gets no response. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  hearErrors(socket);
  if (error.code === 'ECONNRESET' || socket.destroyed) socket.destroy();
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseRaw(socket, 408, 'The request took too long to arrive.');
  else if (error.code === 'HPE_HEADER_OVERFLOW')
    refuseRaw(socket, 431, 'The address or the headers are too long. Long questions may be sent as JSON, with POST.');
  else refuseRaw(socket, 400, 'The request cannot be read.');
}

/** Node forgets the address of a connection that ends unless it was read before; limits and logs need it to the end. */
function knowAddress(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
}

function hearErrors(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
}

function refuseRaw(socket: Duplex, status: number, message: string): void {
  const reply: ErrorReply = { code: 'invalid', message, err: message, requestId: randomUUID() };
  const body = JSON.stringify(reply);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  else socket.destroy();
}
