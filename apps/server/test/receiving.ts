import { encodePush } from '@atrium/simulator/xovis5';
import { laneOf } from '../src/ingestion/inbox.ts';
import type { Organization, Zone } from './estate.ts';
import type { World } from './world.ts';

type Minutes = Readonly<Record<string, number>>;

/** Bodies that an organization receives, or once received. Nothing waits until they are counted. */
export function receivingIn(here: () => { readonly world: World; readonly org: Organization; readonly zone: Zone }) {
  const keys = new Map<string, string>();
  let packageId = 0;

  /** Minutes of the line of the zone: how many went in, by the start of each minute. */
  function bodyOf(device: string, minutes: Minutes): object {
    packageId += 1;
    const records = Object.entries(minutes).map(([start, ins]) => {
      const from = Date.parse(start) / 1000;
      return { from, to: from + 60, forward: ins, backward: 0, samples: 60, samplesExpected: 60 };
    });
    const about = { macAddress: device, timezone: 'UTC' };
    const line = { id: Number(here().zone.deviceId), name: 'Line 1', records };
    return encodePush({ kind: 'logics', device: about, packageId, logics: [line] });
  }

  /** Bytes as they are. */
  async function send(body: string | Buffer, vendor = 'xovis5', type = 'application/json'): Promise<number> {
    const { world, org } = here();
    const key = keys.get(org.orgId) ?? (await world.pushKey({ orgId: org.orgId }));
    keys.set(org.orgId, key);
    const post = () =>
      fetch(`${world.url}/api/push/${vendor}/${key}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      });
    let { status } = await post();
    // Like sensors: on a busy machine a push may have to be sent again.
    for (let tries = 1; status === 503 && tries < 10; tries += 1) ({ status } = await post());
    if (status !== 200 && status !== 202) throw new Error(`The push was answered with ${status}`);
    return status;
  }

  const push = (device: string, minutes: Minutes) => send(JSON.stringify(bodyOf(device, minutes)));

  /** Copies of bodies whose facts are missing, one for each minute. */
  async function lostFacts(device: string, minutes: Minutes): Promise<void> {
    const { world, org } = here();
    const rows = [];
    for (const [start, ins] of Object.entries(minutes)) {
      const { rows: numbers } = await world.registry.owner.query<{ seq: string }>(`SELECT nextval('inbox_seq') AS seq`);
      rows.push({
        org: org.factOrg,
        seq: BigInt(numbers[0]!.seq),
        lane: laneOf(org.orgId, device),
        device,
        receivedAt: Date.parse(start) + 65_000,
        kind: 'push',
        vendor: 'xovis5',
        decoder: 'xovis5/1',
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify(bodyOf(device, { [start]: ins }))),
      });
    }
    await world.facts.appendRaw(rows);
  }

  return { push, send, lostFacts };
}
