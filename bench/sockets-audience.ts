import { connectTimeout, reconnectEvery, socketPath } from '@atrium/contract/socket-address';
import { liveTraffic } from '@atrium/contract/live-traffic';
import type { LiveReading } from '@atrium/contract/live-traffic';
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';

/** What the audience is asked for. */
export interface Audience {
  readonly url: string;
  /** Each socket is of one session, and follows one zone. */
  readonly followers: readonly { readonly cookie: string; readonly zoneId: string }[];
}

/** A number that a socket received: the index of its follower, the number, and the time in epoch milliseconds. */
export type Heard = readonly [follower: number, ins: number, at: number];

/** What the audience tells the measuring side. */
export type Report =
  | { readonly kind: 'following'; readonly sockets: number }
  | { readonly kind: 'heard'; readonly heard: readonly Heard[]; readonly cpuSeconds: number };

const now = () => performance.timeOrigin + performance.now();
/** Opened at once. */
const batch = 50;
let following = 0;
let heard: Heard[] = [];
let since = process.cpuUsage();

const audience = new Promise<Audience>((resolve) => {
  // Both listeners are there before the first message: what arrives while there is none is lost.
  process.on('message', (request) => {
    if (typeof request === 'object') resolve(request as Audience);
  });
});
process.on('message', (request) => {
  if (request === 'following') tell({ kind: 'following', sockets: following });
  if (request !== 'heard') return;
  const { user, system } = process.cpuUsage(since);
  tell({ kind: 'heard', heard, cpuSeconds: (user + system) / 1e6 });
  heard = [];
  since = process.cpuUsage();
});

const { url, followers } = await audience;
for (let from = 0; from < followers.length; from += batch) {
  for (let index = from; index < Math.min(from + batch, followers.length); index += 1) follow(index);
  while (following < Math.min(from + batch, followers.length)) await sleep(5);
}

/** As the web app does: it comes back one to two seconds after it lost the connection, and subscribes again. */
function follow(index: number): void {
  const { cookie, zoneId } = followers[index]!;
  const extraHeaders = { cookie, origin: url };
  const socket = io(url, {
    path: socketPath,
    timeout: connectTimeout,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders,
  });
  let isFollowing = false;
  const again = () => setTimeout(() => socket.connect(), reconnectEvery * (1 + Math.random()));
  socket.on('connect', () =>
    socket.emit(liveTraffic.events.subscribe, { entityType: 'zone', entityId: zoneId }, (answer: object) => {
      if ('error' in answer || isFollowing) return;
      isFollowing = true;
      following += 1;
    }),
  );
  socket.on(liveTraffic.events.message, ({ ins }: LiveReading) => heard.push([index, ins ?? 0, now()]));
  socket.on('connect_error', again);
  socket.on('disconnect', () => {
    if (isFollowing) following -= 1;
    isFollowing = false;
    again();
  });
}

function tell(report: Report): void {
  process.send?.(report);
}
