import { getTraffic } from '@atrium/contract/data';
import { type ImportStatus, importFiles, listImports, undoImport } from '@atrium/contract/imports';
import type { Facts } from '@atrium/facts/facts-interface';
import { chance } from '@atrium/simulator/noise';
import { and, eq } from 'drizzle-orm';
import type { Registry } from '../../src/registry/registry.ts';
import { series } from '../../src/registry/schema/series.ts';
import type { Client } from '../client.ts';
import type { Estate } from '../estate.ts';
import { connectSftp, type KeyPair, newKey, type SftpClient } from '../sftp-client.ts';
import { pause, untilDone, Wrong } from './repeating.ts';
import { add, type Address, type Difference, hourOf } from './sensors.ts';

/** A shop that sends files, and what they are about. */
export interface Shop {
  readonly orgId: string;
  readonly factOrg: number;
  readonly locationId: string;
  readonly zoneId: string;
  readonly key: KeyPair;
}

export async function installShop(estate: Estate): Promise<Shop> {
  const key = newKey();
  const { orgId, factOrg } = await estate.organization({ sftpEnabled: true, sftpPublicKey: key.public.trim() });
  const { locationId } = await estate.location({ orgId, timezone: 'UTC' });
  const number = { name: 'locationNumber', value: '1001' };
  await estate.customField({ orgId, entityType: 'location', entityId: locationId, ...number });
  const { siteId } = await estate.site({ locationId });
  const { sensorId } = await estate.sensor({ siteId });
  const { zoneId } = await estate.zone({ sensorId });
  return { orgId, factOrg, locationId, zoneId, key };
}

interface SentFile {
  readonly name: string;
  readonly content: string;
  readonly kind: Kind;
  /** Its rows, by what they are about: `sales 2021-03-04T10`. */
  readonly says: ReadonlyMap<string, number>;
  attempts: number;
  isUndone: boolean;
}

const kinds = ['pos', 'labor', 'counts'] as const;
type Kind = (typeof kinds)[number];

export interface SendingFiles {
  readonly acknowledged: number;
  readonly undone: number;
  stop(): Promise<void>;
  /** How many of the files wait to be imported or undone. */
  waiting(client: Client): Promise<number>;
  compare(client: Client, registry: Registry, facts: Facts): Promise<Difference & { readonly notes: string[] }>;
}

const pauseMs = 700;

/**
 * Sends one file after the other, each until it is acknowledged, and now and then takes one back. Every fourth file of sales is about
 * the same day as the one before, so that it replaces it.
 */
export function sendFiles(door: 'sftp' | 'api', shop: Shop, seed: number, address: Address): SendingFiles {
  const files: SentFile[] = [];
  const client = () => address.client(shop.orgId);
  const put = door === 'sftp' ? putBySftp(shop, address) : putByCall(client);
  let isStopped = false;

  const undo = async (file: SentFile) => {
    const found = (await untilDone(() => listed(client(), file.name))).result.find(({ status }) => status !== 'failed');
    if (!found) return;
    const { importStatusId } = found;
    await untilDone(async () => {
      const answer = await client().send('DELETE', undoImport.path.replace('{importStatusId}', importStatusId));
      // An earlier attempt was not acknowledged and worked.
      if (answer.status === 200 || answer.status === 409) return;
      if (answer.status >= 500) throw new Error('The server asks to try again.');
      throw new Wrong(`An undo was answered ${answer.status}`);
    });
    file.isUndone = true;
  };

  const work = (async () => {
    for (let n = 0; !isStopped; n += 1) {
      const file = fileOf(n, shop, seed);
      file.attempts = (await untilDone(() => put(file))).attempts;
      files.push(file);
      const earlier = files[n - 2];
      if (n % 5 === 4 && earlier) await undo(earlier);
      await pause(pauseMs);
    }
  })();
  work.catch(() => undefined);

  return {
    get acknowledged() {
      return files.length;
    },
    get undone() {
      return files.filter(({ isUndone }) => isUndone).length;
    },
    async stop() {
      isStopped = true;
      await work;
    },
    async waiting(asking) {
      const all = await listed(asking);
      const names = new Set(all.map(({ fileName }) => fileName));
      const pending = all.filter(({ status, isUndoing }) => status === 'pending' || isUndoing);
      return pending.length + files.filter(({ name }) => !names.has(name)).length;
    },
    async compare(asking, registry, facts) {
      const notes: string[] = [];
      let [lost, twice] = [0, 0];
      const all = await listed(asking);
      for (const { name, attempts, isUndone, says } of files) {
        const own = all.filter(({ fileName }) => fileName === name);
        const imported = own.filter(({ status }) => status === (isUndone ? 'undone' : 'ok'));
        if (imported.length === 0) lost += 1;
        // One that was sent again because nobody acknowledged it is listed again, and failed.
        if (imported.length > 1 || own.length > attempts) twice += 1;
        if (imported.length !== 1 || own.length > attempts) notes.push(`${name}, ${attempts} times: ${words(own)}`);
        if (!isUndone && says.size === 0) throw new Error('A file says nothing.');
      }
      const expected = saidBy(files);
      const found = await heldOf(shop, files.length, asking, registry, facts);
      for (const key of new Set([...expected.keys(), ...found.keys()])) {
        const difference = (expected.get(key) ?? 0) - (found.get(key) ?? 0);
        if (difference > 0) lost += difference;
        else twice -= difference;
        if (difference !== 0) notes.push(`${key}: ${expected.get(key)} sent, ${found.get(key)} found`);
      }
      return { lost, twice, notes };
    },
  };
}

const words = (all: readonly ImportStatus[]) =>
  all.map(({ status, messages }) => `${status} ${messages[0]?.message ?? ''}`).join('; ') || 'not listed';

async function listed(client: Client, search?: string): Promise<ImportStatus[]> {
  const all: ImportStatus[] = [];
  for (let offset = 0; ; offset += 100) {
    const page = await client.call(listImports, { query: { limit: 100, offset, ...(search && { search }) } });
    all.push(...page);
    if (page.length < 100) return all;
  }
}

/** Acknowledged when the rename to its final name, or the close, has succeeded. */
function putBySftp({ orgId, key }: Shop, address: Address) {
  let open: { client: SftpClient; port: number } | undefined;
  return async ({ name, content }: SentFile) => {
    const port = address.sftpPort;
    try {
      const username = `org-${orgId.slice(0, 8)}`;
      if (open?.port !== port) {
        const connecting = connectSftp({ port, username, privateKey: key.private, readyTimeout: 10_000 });
        open = { client: await Promise.race([connecting, tooLong()]), port };
      }
      const gone = new Promise<never>((_, reject) => open?.client.ssh.once('close', () => reject(new Error('closed'))));
      gone.catch(() => undefined);
      await Promise.race([gone, upload(open.client, name, content)]);
    } catch (error) {
      open?.client.ssh.destroy();
      open = undefined;
      throw error;
    }
  };
}

/** A server that is killed after the sign-in leaves the client waiting for its session. */
async function tooLong(): Promise<never> {
  await pause(10_000);
  throw new Error('The session does not start.');
}

async function upload(client: SftpClient, name: string, content: string): Promise<void> {
  // Every other one under a temporary name first.
  const isRenamed = Number(/\d+/.exec(name)?.[0]) % 2 === 0;
  const path = `/incoming/${name}`;
  await client.put(isRenamed ? `${path}.part` : path, content);
  if (isRenamed) await client.rename(`${path}.part`, path);
}

function putByCall(client: () => Client) {
  return async ({ name, content }: SentFile) => {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    await client().call(importFiles, { form: () => form });
  };
}

const firstDay = Date.UTC(2021, 0, 1);
const dayMs = 86_400_000;
const dayText = (n: number) => new Date(firstDay + n * dayMs).toISOString().slice(0, 10);

function fileOf(n: number, { zoneId }: Shop, seed: number): SentFile {
  const kind = kinds[n % 3] ?? 'pos';
  const about = n % 12 === 3 ? n - 3 : n;
  const day = dayText(about);
  const says = new Map<string, number>();
  const rows: string[] = [];
  const someone = (hour: number, row: number) => 1 + Math.floor(chance(seed + n, hour * 10 + row) * 20);
  for (let hour = 0; hour < 24; hour += 1) {
    const time = `${day}T${String(hour).padStart(2, '0')}`;
    if (kind === 'labor') {
      rows.push(`1001,E${n}-${hour},${time}:00,${time}:30`);
      add(says, `labor ${time}`, 1800);
    } else if (kind === 'counts') {
      rows.push(`${zoneId},${time}:00,${someone(hour, 0)},${someone(hour, 1)}`);
      add(says, `ins ${time}`, someone(hour, 0));
      add(says, `outs ${time}`, someone(hour, 1));
    } else {
      // Rows with the same key add up: one that is applied twice would show.
      for (const row of [0, 1]) {
        rows.push(`1001,${time}:00,${someone(hour, row)},1,1`);
        add(says, `sales ${time}`, someone(hour, row) * 100);
      }
    }
  }
  const header = {
    pos: 'locationNumber,recordDate,netSales,itemCount,transactionCount',
    labor: 'locationNumber,employeeId,shiftStart,shiftEnd',
    counts: 'zone,timestamp,in,out',
  }[kind];
  const name = `${kind}-${String(n).padStart(4, '0')}.csv`;
  return { name, content: [header, ...rows, ''].join('\n'), kind, says, attempts: 0, isUndone: false };
}

/** Of files about the same hours the last one holds that was not taken back. */
function saidBy(files: readonly SentFile[]): Map<string, number> {
  return new Map(files.filter(({ isUndone }) => !isUndone).flatMap(({ says }) => [...says]));
}

async function heldOf(shop: Shop, days: number, client: Client, registry: Registry, facts: Facts) {
  const found = new Map<string, number>();
  for (const measure of ['sales', 'labor']) {
    const rows = await registry.system(({ sql }) =>
      sql
        .select({ seriesId: series.seriesId })
        .from(series)
        .where(and(eq(series.locationId, shop.locationId), eq(series.measure, measure))),
    );
    const members = rows.map(({ seriesId }) => ({ series: seriesId, from: 0, to: 4e9, key: 0, weight: 1 }));
    if (members.length === 0) continue;
    const edges = Array.from({ length: days * 24 + 1 }, (_, i) => firstDay / 1000 + i * 3600);
    const slices = [{ edges, members }];
    const { buckets, value } = await facts.amounts.aggregate({ org: shop.factOrg, slices, columns: ['value'] });
    buckets.forEach((bucket, i) => add(found, `${measure} ${hourOf((edges[bucket] ?? 0) * 1000)}`, value[i] ?? 0));
  }
  for (let first = 0; first < days; first += 30) {
    const { results } = await client.call(getTraffic, {
      query: {
        entityType: 'zone',
        entityIds: shop.zoneId,
        relativeDate: 'custom',
        startDate: dayText(first),
        endDate: dayText(first + 29),
        dateGroupings: 'hour',
        metrics: 'ins,outs',
      },
    });
    for (const { recordDate, sumins, sumouts } of results) {
      const hour = hourOf(Date.parse(recordDate ?? ''));
      add(found, `ins ${hour}`, sumins ?? 0);
      add(found, `outs ${hour}`, sumouts ?? 0);
    }
  }
  return found;
}
