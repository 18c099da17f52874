import { type Book, columnOf, minutesIn, type Parts } from './books.ts';
import { glanceAt } from './clock.ts';

/** How long visits of whole local days lasted: the area under the curve, for each who came. */
export function visits(members: readonly Book[], parts: Parts): number | null {
  let [area, came] = [0, 0];
  const doors = members.filter(({ measure }) => measure === 'people' || measure === 'adult');
  const [first] = doors;
  if (!first) return null;
  for (const span of parts(first).flat()) {
    const days = new Map<string, number[]>();
    const { first: begin, end, at } = minutesIn(first, span);
    for (let index = begin; index < end; index += 1) {
      const { day } = glanceAt(first.timezone, at + 60 * (index - begin));
      const known = days.get(day);
      if (known) known.push(index);
      else days.set(day, [index]);
    }
    for (const minutes of days.values()) {
      const found = visitsOf(doors, minutes);
      area += found?.area ?? 0;
      came += found?.came ?? 0;
    }
  }
  return came > 0 ? area / came : null;
}

/** In ten-thousandths of a person, nobody is inside at first. Null where it was never empty. */
function visitsOf(doors: readonly Book[], indexes: readonly number[]) {
  const minutes = indexes.flatMap((index) => {
    const read = doors.filter(({ columns }) => !Number.isNaN(columns.ins![index]));
    const sum = (way: 'ins' | 'outs') =>
      Math.round(10_000 * read.reduce((all, { columns, zone }) => all + columns[way]![index]! * (zone?.scale ?? 1), 0));
    return read.length === 0 ? [] : [{ ins: sum('ins'), outs: sum('outs') }];
  });
  const [came, left] = (['ins', 'outs'] as const).map((way) => minutes.reduce((all, minute) => all + minute[way], 0));
  const isEmptied = levelsOf(minutes, 1).some((inside) => inside <= 0);
  if (!came || !left || !isEmptied) return null;
  const area = levelsOf(minutes, came / left).reduce((all, inside) => all + inside * 60, 0);
  return { area, came };
}

function levelsOf(minutes: readonly { ins: number; outs: number }[], factor: number): number[] {
  let inside = 0;
  return minutes.map(({ ins, outs }) => (inside = Math.max(0, inside + ins - Math.round(outs * factor))));
}

/** Computes the column of a space: who is inside, divided by those who left in the minutes before. */
export function waitOf(book: Book): void {
  if (book.columns.wait || !book.space) return;
  const inside = book.columns.last!;
  const { head, interval, isReversed } = book.space;
  const moved = head.columns[isReversed ? 'outs' : 'ins']!;
  const waits = columnOf(book, 'wait');
  for (let index = 0; index < inside.length; index += 1) {
    if (Number.isNaN(inside[index])) continue;
    const heard = moved.slice(Math.max(0, index + 1 - interval), index + 1).filter((count) => !Number.isNaN(count));
    const served = heard.reduce((all, count) => all + count, 0);
    if (inside[index] === 0) waits[index] = 0;
    else if (served > 0) waits[index] = Math.round((10_000 * inside[index]! * heard.length * 60) / served) / 10_000;
  }
}
