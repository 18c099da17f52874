// `npx tsx scripts/drift.ts [first seed] [years]`: how far occupancy is from the truth in years with known counting errors, by correction.
import { measureDrift, waysOfCounting } from '../packages/rules/src/drift-measure.ts';
import { driftWorld } from '../packages/rules/src/drift-world.ts';

const first = Number(process.argv[2] ?? 1);
const years = Number(process.argv[3] ?? 10);
const ratios = new Map(waysOfCounting.map((way) => [way, [] as number[]]));
for (let seed = first; seed < first + years; seed += 1) {
  const world = driftWorld(seed);
  const errors = measureDrift(world);
  const shown = waysOfCounting.map((way) => `${way} ${errors[way].toFixed(1)}`);
  process.stdout.write(`${world.name.padEnd(28)} ${shown.join('  ')}\n`);
  for (const way of waysOfCounting) ratios.get(way)!.push(errors.plain / errors[way]);
}
for (const [way, found] of ratios) {
  const ordered = found.toSorted((one, other) => one - other);
  const middle = (ordered[Math.floor((years - 1) / 2)]! + ordered[Math.ceil((years - 1) / 2)]!) / 2;
  process.stdout.write(
    `${way.padEnd(28)} ${middle.toFixed(2)} times closer in the median, ${ordered[0]!.toFixed(2)} at least\n`,
  );
}
