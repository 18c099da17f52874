import { weekdayOf } from '@atrium/calendar/civil';
import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay } from '@atrium/calendar/zones';
import type { DemoOrganization, DemoShop } from './demo-world.ts';
import type { Range } from './history.ts';
import { chance, noise, seedOf } from './noise.ts';

/** A file as a till or a planning system writes it. */
export interface DemoFile {
  readonly fileName: string;
  readonly content: string;
}

/** Sales by the hour and shifts of the local days before `to`, a file of each for every year. */
export function salesFiles({ locations }: DemoOrganization, { from, to }: Range): DemoFile[] {
  const shops = locations.flatMap(({ shop }) => shop ?? []);
  const days = shops.flatMap((shop) => {
    const { zone } = shop.building;
    const [first, end] = [localDay(zone, from) + 1, localDay(zone, to)];
    return Array.from({ length: Math.max(0, end - first) }, (_, index) => ({ shop, day: first + index }));
  });
  const years = [...new Set(days.map(({ day }) => dateOfDay(day).slice(0, 4)))].toSorted();
  return years.flatMap((year) => {
    const own = days.filter(({ day }) => dateOfDay(day).startsWith(year));
    return [
      file(`pos-${year}.csv`, posHeader, own.flatMap(salesOf)),
      file(`labor-${year}.csv`, laborHeader, own.flatMap(shiftsOf)),
    ];
  });
}

const posHeader = 'locationNumber,recordDate,netSales,itemCount,transactionCount';
const laborHeader = 'locationNumber,employeeId,shiftStart,shiftEnd';

function file(fileName: string, header: string, rows: readonly string[]): DemoFile {
  return { fileName, content: `${[header, ...rows].join('\n')}\n` };
}

interface ShopDay {
  readonly shop: DemoShop;
  readonly day: number;
}

/** Tills are closed before: no clock changes in the hours that are left. */
const firstHour = 5;

/** Of those who are expected to come, some buy, a little more on one day than on another. */
function salesOf({ shop, day }: ShopDay): string[] {
  const { number, building, conversion } = shop;
  const seed = seedOf(building.visitors, `sales ${number}`);
  const { curve, factor } = building.dayPlan(day);
  const ins = building.shapes[curve]?.ins ?? [];
  const buyers = conversion * (0.93 + 0.14 * chance(seed, day));
  const basket = 22 + 30 * chance(seed, 0);
  const rows: string[] = [];
  for (let hour = firstHour; hour < 24; hour += 1) {
    const share = ins.slice(hour * 4, hour * 4 + 4).reduce((sum, part) => sum + part, 0);
    const tick = day * 24 + hour;
    const swing = 0.92 + 0.16 * chance(seed + 1, tick);
    const transactions = Math.round((building.visitors * share * factor * buyers * swing) / 1000);
    if (transactions === 0) continue;
    const items = Math.round(transactions * (1.6 + 0.9 * chance(seed + 2, tick)));
    const sales = transactions * basket * (0.85 + 0.3 * chance(seed + 3, tick));
    rows.push([number, `${dateOfDay(day)}T${clock(hour)}`, sales.toFixed(2), items, transactions].join(','));
  }
  return rows;
}

const maxShift = 8.5;
const visitorsOfOne = 700;

/** The open hours in shifts of equal length, with more people where more visitors come. */
function shiftsOf({ shop: { number, hours, building }, day }: ShopDay): string[] {
  const open = hours[weekdayOf(day)];
  if (!open || building.dayPlan(day).factor === 0) return [];
  const [from, to] = open;
  const shifts = Math.ceil((to - from) / maxShift);
  const staff = Math.max(2, Math.round(building.visitors / shifts / visitorsOfOne));
  const employees = 2 * shifts * staff;
  // Half of them are off; who that is changes from day to day.
  const first = noise(seedOf(building.visitors, `staff ${number}`), day) % employees;
  return Array.from({ length: shifts * staff }, (_, index) => {
    const begin = from + (Math.floor(index / staff) * (to - from)) / shifts;
    const end = begin + (to - from) / shifts;
    const employee = `E${number}-${String(((first + index) % employees) + 1).padStart(2, '0')}`;
    return [number, employee, at(day, begin), at(day, end)].join(',');
  });
}

function at(day: number, hours: number): string {
  return `${dateOfDay(day + Math.floor(hours / 24))}T${clock(hours % 24)}`;
}

function clock(hours: number): string {
  const minutes = Math.round(hours * 60);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
