import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { askAgain, percentile, type Product, signIn, startProduct } from './product.ts';

const day = 86_400;
const zones = 40;
const fileBytes = Number(process.env.ATRIUM_BENCH_BYTES ?? 1024 ** 3);

/**
 * A gigabyte of minutes of forty zones, uploaded and imported while an administrator asks for a dashboard's numbers.
 * Required: 200,000 rows a second and less than 300 MB of additional memory.
 */
export async function benchHistory(say: (line: string) => void) {
  const product = await startProduct({ organizations: 1, devicesPerOrganization: zones });
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-file-'));
  try {
    const path = join(folder, 'counts-history.csv');
    const rows = await writeHistory(path, product);
    const cookie = await signIn(product, product.email);
    const asking = new AbortController();
    const asked = askAgain(product, cookie, asking.signal);
    await sleep(3_000);
    const memory = watchMemory(product.process.pid ?? 0);
    const began = performance.now();
    const importStatusId = await upload(product, cookie, path);
    const uploaded = performance.now();
    const status = await finished(product, cookie, importStatusId);
    const ended = performance.now();
    asking.abort();
    const answered = await asked;
    if (status.status !== 'ok' || status.rowCount !== rows) throw new Error(`Imported as ${JSON.stringify(status)}`);
    const figures = {
      rows,
      uploadSeconds: Math.round((uploaded - began) / 100) / 10,
      rowsPerSecond: Math.round((1000 * rows) / (ended - uploaded)),
      extraMegabytes: await memory.stop(),
      questions: answered.length,
      questionP95: Math.round(percentile(answered, 0.95)),
    };
    say(`a count history of ${Math.round(fileBytes / 1024 ** 2)} MB: ${JSON.stringify(figures)}`);
    return figures;
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same minutes of all zones, from a year and a half ago on; returns the number of rows. */
async function writeHistory(path: string, { devices }: Product): Promise<number> {
  const first = Math.floor(Date.now() / 1000 / day) * day - 550 * day;
  let rows = 0;
  async function* pieces() {
    yield 'zone,timestamp,in,out\n';
    let bytes = 0;
    for (let minute = 0; bytes < fileBytes; minute += 1) {
      const at = new Date((first + 60 * minute) * 1000).toISOString().slice(0, 16);
      const piece = devices
        .map(({ zoneId }, zone) => `${zoneId},${at},${(minute + zone) % 37},${minute % 31}\n`)
        .join('');
      rows += devices.length;
      bytes += piece.length;
      yield piece;
    }
  }
  await pipeline(pieces, createWriteStream(path));
  return rows;
}

async function upload({ url }: Product, cookie: string, path: string): Promise<string> {
  const form = new FormData();
  form.append('columns', JSON.stringify({ zone: 'zone', timestamp: 'timestamp', ins: 'in', outs: 'out', minutes: 1 }));
  form.append('file', await openAsBlob(path), 'counts-history.csv');
  const answer = await fetch(`${url}/api/import`, { method: 'POST', headers: { cookie, origin: url }, body: form });
  if (!answer.ok) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`);
  const [item] = (await answer.json()) as { importStatusId: string }[];
  return item!.importStatusId;
}

async function finished({ url }: Product, cookie: string, importStatusId: string) {
  for (;;) {
    const answer = await fetch(`${url}/api/import-status/${importStatusId}`, { headers: { cookie } });
    const found = (await answer.json()) as { status: string; rowCount: number };
    if (found.status !== 'pending') return found;
    await sleep(100);
  }
}

/** How much more a process holds at its highest than now, in megabytes. */
function watchMemory(pid: number) {
  const held = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  let [before, highest] = [0, 0];
  const look = async () => {
    const now = await held();
    before ||= now;
    highest = Math.max(highest, now);
  };
  const timer = setInterval(() => void look(), 200);
  return {
    async stop() {
      clearInterval(timer);
      await look();
      return Math.round(highest - before);
    },
  };
}
