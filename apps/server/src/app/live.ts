import { openGateway } from '../realtime/gateway.ts';
import type { Core } from './core.ts';

/** Live numbers on the sockets of the server. */
export function openLive({
  http,
  identity,
  registry,
  facts,
  directory,
  notifications,
  clock,
  config,
  log,
}: Core): void {
  const { server } = http.fastify;
  const { publicUrl } = config;
  const gateway = openGateway({ server, identity, registry, facts, directory, notifications, clock, publicUrl, log });
  http.fastify.addHook('preClose', async () => gateway.close());
}
