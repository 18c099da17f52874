import { judge, type Judged } from '@atrium/forecast/testing-judge';
import { hourWorldOf, worldDrafts, worldSets } from '@atrium/simulator/hour-worlds';

/**
 * Tries the forecast on simulated places: `npx tsx scripts/forecast-worlds.ts tuning`, or `held-out` for those that no
 * choice in the models was made on. `held-out moved` runs those of one trait.
 */
const [which = 'tuning', trait] = process.argv.slice(2);
if (!isSet(which)) throw new Error(`tuning, seen or held-out, not ${which}`);

const judged = worldDrafts(which)
  .filter((draft) => trait === undefined || draft.trait === trait)
  .map((draft) => {
    const each = judge(hourWorldOf(draft));
    console.log(lineOf(each));
    return each;
  });

const published = judged.filter((each) => each.published > 0);
const ratios = (of: 'week' | 'month') => published.map((each) => ratio(each, of)).toSorted((a, b) => a - b);
const sum = (part: (each: Judged) => number) => published.reduce((total, each) => total + part(each), 0);
for (const of of ['week', 'month'] as const) {
  const sorted = ratios(of);
  console.log(
    `${of}: error over that of the same hour last week: median ${sorted[sorted.length >> 1]?.toFixed(3)}, worst ${sorted.at(-1)?.toFixed(3)}, best ${sorted[0]?.toFixed(3)}`,
  );
}
console.log(`published ${published.length} of ${judged.length}`);
const hours = sum((each) => each.hourCoverage.inside) / sum((each) => each.hourCoverage.all);
const days = sum((each) => each.dayCoverage.inside) / sum((each) => each.dayCoverage.all);
console.log(`coverage of the 80 % band: hours ${percent(hours)}, days ${percent(days)}`);
console.log(`CPU per forecast: ${(judged.reduce((total, each) => total + each.cpu, 0) / judged.length).toFixed(1)} ms`);

function isSet(name: string): name is keyof typeof worldSets {
  return name in worldSets;
}

function lineOf(each: Judged): string {
  const { world, verdicts, hourCoverage, dayCoverage } = each;
  const figures =
    each.published === 0
      ? 'not published'
      : [
          `week ${percent(each.week.model / each.week.came)} (${ratio(each, 'week').toFixed(2)})`,
          `month ${percent(each.month.model / each.month.came)} (${ratio(each, 'month').toFixed(2)})`,
          `hours ${percent(hourCoverage.inside / hourCoverage.all)} days ${percent(dayCoverage.inside / dayCoverage.all)}`,
        ].join('  ');
  return `${world.padEnd(32)} ${[...new Set(verdicts)].join(' ').padEnd(22)} ${figures} ${each.cpu.toFixed(0)} ms`;
}

function ratio(each: Judged, of: 'week' | 'month'): number {
  return each[of].model / each[of].lastWeek;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
