import type { ExplainedDay } from '@atrium/contract/explanation';
import { useId } from 'react';
import { calendarDate } from '../../format/dates.ts';
import { fraction } from '../../format/numbers.ts';
import { withMinus } from '../../ui/Delta.tsx';
import { Facts } from '../../ui/Facts.tsx';
import classes from './Explanation.module.css';
import { texts } from './table-texts.ts';

const words = texts.fold;

interface Props {
  days: readonly ExplainedDay[];
  /** How moments are written. */
  moment: (instant: string) => string;
}

/** How the people of a space came about: one day below the other, the only one open. */
export function FoldedDays({ days, moment }: Props) {
  const heading = useId();
  const last = days.at(-1);
  if (!last) return null;
  return (
    <section className={classes['series']} aria-labelledby={heading}>
      <h4 id={heading}>{words.heading}</h4>
      {days.map((day) => (
        <details key={day.from} className={classes['day']} open={days.length === 1}>
          <summary>{words.day(calendarDate(day.date), people(day.base), people(day.end))}</summary>
          <Day day={day} moment={moment} />
        </details>
      ))}
      <p className={classes['note']}>{words.until(moment(last.until))}</p>
    </section>
  );
}

function Day({ day, moment }: { day: ExplainedDay; moment: Props['moment'] }) {
  const { base, ins, outs, end, resets } = day;
  return (
    <Facts>
      <dt>{words.base}</dt>
      <dd data-number>{people(base)}</dd>
      <dt>{words.ins}</dt>
      <dd data-number>{signed(ins)}</dd>
      <dt>{words.outs}</dt>
      <dd data-number>{signed(-outs)}</dd>
      {changesOf(day).map(([name, change]) => (
        <Fact key={name} name={name} value={signed(change)} />
      ))}
      {resets.map(({ at, before, value }) => (
        <Fact
          key={`${at} ${before} ${value}`}
          name={words.reset(people(value))}
          value={words.resetFrom(moment(at), people(before))}
        />
      ))}
      <dt>{words.end}</dt>
      <dd data-number>{people(end)}</dd>
    </Facts>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd data-number>{value}</dd>
    </>
  );
}

/** What else changed the number of people, if anything did. */
function changesOf({ corrected, stopped, reflected, pressed, overstayed }: ExplainedDay) {
  const changes = [
    [words.corrected, corrected],
    [words.stopped, -stopped],
    [words.reflected, reflected],
    [words.pressed, pressed],
    [words.overstayed, -overstayed],
  ] as const;
  return changes.filter(([, change]) => change !== 0);
}

function people(count: number): string {
  return withMinus(fraction(count));
}

function signed(change: number): string {
  return change > 0 ? `+${people(change)}` : people(change);
}
