import type { ZoneMeasure } from '@atrium/contract/zones';
import { useId } from 'react';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { useNow } from '../../ui/use-now.ts';
import { texts } from './texts.ts';
import classes from './zones.module.css';

const words = texts.measures;

/** What arrives from a zone, and how long ago. */
export function Measures({ measures }: { measures: readonly ZoneMeasure[] }) {
  const heading = useId();
  const now = useNow(1000);
  return (
    <section aria-labelledby={heading} className={classes['measures']}>
      <h3 id={heading}>{words.heading}</h3>
      {measures.length === 0 && <Quiet>{words.none}</Quiet>}
      <Facts>
        {measures.map(({ measure, name, firstAt, lastAt }) => (
          <div key={measure} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd title={longTimestamp(lastAt)}>
              {words.last(ago(now - Date.parse(lastAt)))}
              {firstAt !== null && <span className={classes['since']}>{words.since(longDate(firstAt))}</span>}
            </dd>
          </div>
        ))}
      </Facts>
    </section>
  );
}
