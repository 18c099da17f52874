import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { benchApiRead } from './api-read.bench.ts';
import { benchDashboard } from './dashboard.bench.ts';
import { benchDrain } from './drain.bench.ts';
import { benchEstateFile } from './estate-file.bench.ts';
import { benchFacts } from './facts.bench.ts';
import { benchHistory } from './history.bench.ts';
import { benchLists } from './lists.bench.ts';
import { benchLive } from './live.bench.ts';
import { benchLiveWall } from './live-wall.bench.ts';
import { benchNeighbor } from './neighbor.bench.ts';
import { benchQuestions } from './questions.bench.ts';
import { benchPush, benchVendors } from './push.bench.ts';
import { benchSockets } from './sockets.bench.ts';
import { benchSlowQuery } from './slow-query.bench.ts';
import { benchZoneYear } from './zone-year.bench.ts';

/** `npm run bench`, or `npm run bench -- push live` for some. Ratios and percentiles of one run on this machine. */
const benches: Record<string, (say: (line: string) => void) => Promise<object>> = {
  facts: benchFacts,
  'api-read': benchApiRead,
  questions: benchQuestions,
  push: benchPush,
  vendors: benchVendors,
  history: benchHistory,
  drain: benchDrain,
  live: benchLive,
  'live-wall': benchLiveWall,
  sockets: benchSockets,
  dashboard: benchDashboard,
  'slow-query': benchSlowQuery,
  lists: benchLists,
  'estate-file': benchEstateFile,
  'zone-year': benchZoneYear,
  neighbor: benchNeighbor,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}

const results: Record<string, object> = {};
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  results[name] = await bench((line) => console.log(`  ${line}`));
}
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}`;
const folder = fileURLToPath(new URL('./results/', import.meta.url));
await mkdir(folder, { recursive: true });
const day = new Date().toISOString().slice(0, 10);
await writeFile(`${folder}${day}.json`, `${JSON.stringify({ machine, results }, null, 2)}\n`);
console.log(`\nWritten to bench/results/${day}.json`);
