import {
  applyReplay,
  createReplay,
  discardQuarantined,
  downloadReceived,
  getReceived,
  getReplay,
  listInboxDevices,
  listPackageGaps,
  listQuarantine,
  listReceived,
  requestPackages,
  waivePackageGap,
} from '@atrium/contract/inbox';
import { Readable } from 'node:stream';
import type { Http } from '../../http/server.ts';
import { createInboxScreen, type InboxDependencies } from './inbox.ts';

export function bindInbox(http: Http, dependencies: InboxDependencies): void {
  const inbox = createInboxScreen(dependencies);

  http.bind(listReceived, ({ scope, query }) => inbox.list(scope, query));
  http.bind(getReceived, ({ scope, params }) => inbox.open(scope, params.bodyId));
  http.stream(downloadReceived, async ({ scope, params, reply }) => {
    const { bodyId, body } = await inbox.download(scope, params.bodyId);
    // Bytes of a stranger on our own origin: kept by the browser as a file, whatever they are.
    reply.header('Content-Type', 'application/octet-stream');
    reply.header('Content-Length', String(body.length));
    reply.header('Content-Disposition', `attachment; filename="body-${bodyId}.bin"`);
    reply.header('Content-Security-Policy', "default-src 'none'; sandbox");
    reply.header('X-Content-Type-Options', 'nosniff');
    reply.header('Cross-Origin-Resource-Policy', 'same-origin');
    return Readable.from([body], { objectMode: false });
  });

  http.bind(listQuarantine, async ({ scope, query, reply }) => {
    const { rows, total } = await inbox.groups(scope, query);
    reply.total(total);
    return rows;
  });
  http.bind(discardQuarantined, async ({ scope, params, body }) => ({
    discarded: await inbox.discard(scope, params.quarantineId, body.reason?.trim() ?? ''),
  }));

  http.bind(createReplay, ({ scope, body: { orgId: _orgId, ...wish } }) => inbox.createReplay(scope, wish));
  http.bind(getReplay, ({ scope, params }) => inbox.replay(scope, params.replayId));
  http.bind(applyReplay, ({ scope, params }) => inbox.applyReplay(scope, params.replayId));

  http.bind(listInboxDevices, async ({ scope, query, reply }) => {
    const { rows, total } = await inbox.devices(scope, query);
    reply.total(total);
    return rows;
  });
  http.bind(listPackageGaps, async ({ scope, query, reply }) => {
    const { rows, total } = await inbox.gaps(scope, { ...query, isWaived: query.waived === 'true' });
    reply.total(total);
    return rows;
  });
  http.bind(waivePackageGap, ({ scope, params, body }) =>
    inbox.waive(scope, params.packageGapId, body.reason?.trim() ?? ''),
  );
  http.bind(requestPackages, ({ scope, params }) => inbox.request(scope, params.packageGapId));
}
