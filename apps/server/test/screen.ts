import type { EntityType } from '@atrium/contract/data';
import { liveTraffic, type LiveReading } from '@atrium/contract/live-traffic';
import { socketPath } from '@atrium/contract/socket-address';
import type { Acknowledgement, ClientToServer, ServerToClient } from '@atrium/contract/topics';
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Client } from './client.ts';
import type { World } from './world.ts';

/** A page with a socket: its received messages, and the state of its connection. */
export class Screen {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  readonly heard: LiveReading[] = [];
  readonly heardAt: number[] = [];
  /** `connected`, or why not. */
  readonly states: string[] = [];

  constructor(url: string, cookie?: string, options: Partial<ManagerOptions & SocketOptions> = {}) {
    this.socket = io(url, {
      path: socketPath,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      ...options,
      extraHeaders: { ...(cookie !== undefined && { cookie }), ...options.extraHeaders },
    });
    this.socket.on('connect', () => void this.states.push('connected'));
    this.socket.on('connect_error', (error) => void this.states.push(error.message));
    this.socket.on('disconnect', (reason) => void this.states.push(reason));
    this.socket.on('traffic:realtimedata', (reading) => {
      this.heard.push(z.parse(liveTraffic.message, reading));
      this.heardAt.push(performance.now());
    });
  }

  get newest(): LiveReading | undefined {
    return this.heard.at(-1);
  }

  newestOf(entityId: string): LiveReading | undefined {
    return this.heard.findLast((reading) => reading.entityId === entityId);
  }

  async settled(): Promise<string> {
    await vi.waitFor(() => {
      if (this.states.length === 0) throw new Error('The socket has not connected yet.');
    }, waiting);
    return this.states.at(-1) ?? '';
  }

  subscribe(entityType: EntityType, entityId: string, orgId?: string): Promise<Acknowledgement> {
    return this.send('traffic:subscribe', { entityType, entityId, ...(orgId !== undefined && { orgId }) });
  }

  unsubscribe(entityId: string): Promise<Acknowledgement> {
    return this.send('traffic:unsubscribe', entityId);
  }

  /** Any event with any content, acknowledged within three seconds. */
  send(event: string, ...content: unknown[]): Promise<Acknowledgement> {
    const socket = this.socket as unknown as Socket;
    return socket.timeout(3000).emitWithAck(event, ...content) as Promise<Acknowledgement>;
  }

  close(): void {
    this.socket.disconnect();
  }
}

export const waiting = { timeout: 8000, interval: 10 };

/** Screens of a world, which the test closes together. */
export function screensOf(world: () => World) {
  const screens: Screen[] = [];
  return {
    open: async (client: Client | undefined, options: ConstructorParameters<typeof Screen>[2] = {}) => {
      const screen = new Screen(world().url, client?.cookieHeader(), options);
      screens.push(screen);
      await screen.settled();
      return screen;
    },
    closeAll: () => {
      for (const screen of screens.splice(0)) screen.close();
    },
  };
}

export const hears = (screen: Screen, ins: number | null) =>
  vi.waitFor(() => expect(screen.newest?.ins).toBe(ins), waiting);
